import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    reply = json.loads(read(path))["response"].get("raw_message_text")
    if reply:
        yield "0", ["YES", "NO"], reply
