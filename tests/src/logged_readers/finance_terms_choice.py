import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        shown = re.findall(r"^([A-H])\. (.*)$", row["choice"], re.M)
        marks = "".join(mark for mark, _ in shown)
        if len(shown) > 1 and "ABCDEFGH".startswith(marks) and row["model_response"]:
            yield row["id"], [option.strip() for _, option in shown], row["model_response"]
