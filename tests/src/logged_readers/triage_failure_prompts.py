import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        options = re.findall(r"^- [A-D]: (.+)$", row["source_user_message"], re.M)
        if options and row["raw_response"].strip():
            yield str(number), options, row["raw_response"]
