import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        options = [option.strip() for option in row["options"]]
        if row["model_outputs"] and all(options):
            yield str(row["question_id"]), options, row["model_outputs"]
