import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        if row["model_outputs"]:
            yield row["question_id"], row["options"], row["model_outputs"]
