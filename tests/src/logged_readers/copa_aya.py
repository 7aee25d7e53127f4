import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        yield str(row["question_id"]), [row["choice1"].strip(), row["choice2"].strip()], row["response"]
