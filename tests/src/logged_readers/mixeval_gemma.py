import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        if line.strip():
            row = json.loads(line)
            options = [str(o) for o in row["options"]]
            if any(f"{chr(65 + n)}. {o}" not in row["formated_input"] for n, o in enumerate(options)):
                continue
            options = [re.sub(rf"^\s*\({chr(65 + n)}\)\s*", "", o).strip() for n, o in enumerate(options)]
            if all(options) and len(options) > 1 and row["response"].strip():
                yield row["id"], options, row["response"]
