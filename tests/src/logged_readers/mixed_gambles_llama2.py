import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["responses"]):
        if row["response"].strip():
            yield str(n), ["yes", "no"], row["response"]
