import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    options = ["Fact", "Opinion", "Both", "Neither"] if "exploratory" in path else ["Fact", "Opinion"]
    for number, row in enumerate(json.loads(read(path))):
        yield str(number), options, row["raw_response"]
