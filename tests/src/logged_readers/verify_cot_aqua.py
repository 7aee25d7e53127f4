import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path).decode())):
        options = [str(c).strip() for c in row.get("choices") or []]
        if len(options) > 1 and all(options) and row["answer"].strip():
            yield str(n), options, row["answer"]
