import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        yield str(n), [x.strip() for x in row["options"].values()], row["model_output"] or ""
