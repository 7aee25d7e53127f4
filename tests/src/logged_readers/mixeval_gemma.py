import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    seen = (
        {json.loads(l)["formated_input"] for l in read(FILES[0][0]).decode().split("\n") if l.strip()}
        if "_hard" in path
        else set()
    )
    for line in read(path).decode().split("\n"):
        if line.strip():
            row = json.loads(line)
            if row["formated_input"] in seen:
                continue
            options = [str(o) for o in row["options"]]
            if any(f"{chr(65 + n)}. {o}" not in row["formated_input"] for n, o in enumerate(options)):
                continue
            options = [re.sub(rf"^\s*\({chr(65 + n)}\)\s*", "", o).strip() for n, o in enumerate(options)]
            if all(options) and len(options) > 1 and row["response"].strip():
                yield row["id"], options, row["response"]
