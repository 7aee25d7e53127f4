import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        options = row["options"]
        options = json.loads(options) if isinstance(options, str) else options
        yield str(n), options, row["response"] or ""
