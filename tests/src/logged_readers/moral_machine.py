import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        yield str(n), [x.strip() for x in re.findall(r"^- (.+)$", row["query"], re.M)], row["pred"]
