import json

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["record"]):
        options = listed(row["prompt"][len(row["question"]) :])
        if len(options) > 1 and len(row["predict"].strip()) > 3:
            yield str(n), options, row["predict"]
