import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        yield f"{row['strategy']} {row['id']}", ["Yes", "No"], row["response_text"]
