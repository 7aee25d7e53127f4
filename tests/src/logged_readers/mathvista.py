import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for key, row in json.loads(read(path)).items():
        yield key, row.get("choices") or [], row.get("response") or ""
