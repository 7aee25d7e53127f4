import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["results"]):
        for k, turn in enumerate(row["turns"]):
            if turn["role"] == "assistant" and isinstance(turn["content"], str) and turn["content"].strip():
                yield f"{n}/{row['item_id']}/{k}", ["Yes", "No"], turn["content"]
