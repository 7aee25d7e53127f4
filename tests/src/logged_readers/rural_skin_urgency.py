import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for case in json.loads(read(path))["per_case"]:
        if case["raw"].strip():
            yield case["case_id"], ["RED", "YELLOW", "GREEN"], case["raw"]
