import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    condition = path.split("#")[1]
    for row in json.loads(read(path)):
        if row["condition"] == condition and row["response"].strip():
            yield f"{row['question_id']}-{row['run']}", ["true", "false"], row["response"]
