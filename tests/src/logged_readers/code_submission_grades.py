import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    reply = json.loads(read(path))["raw_output"]
    yield path.rpartition("/")[2].removesuffix(".json"), ["correct", "partial", "incorrect"], reply
