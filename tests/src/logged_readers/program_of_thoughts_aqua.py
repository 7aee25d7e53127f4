import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        if line.strip():
            row = json.loads(line)
            options = [re.sub(r"^[A-E]\)\s*", "", x).strip() for x in row["options"]]
            if row["rationale"] and all(options):
                yield str(n), options, row["rationale"]
