import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(json.loads(read(path))):
        shown = re.findall(r"^([A-H])\. (.*)$", row["input"].partition("Choose from:")[2], re.M)
        marks = "".join(mark for mark, _ in shown)
        if len(shown) > 1 and "ABCDEFGH".startswith(marks) and row["actual_output"]:
            yield str(number), [option.strip() for _, option in shown], row["actual_output"]
