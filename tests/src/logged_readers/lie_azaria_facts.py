import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    condition = path.split("#")[1]
    for row in json.loads(read(path.split("#")[0])):
        if row["condition"] == condition and row["response"].strip():
            yield f"{row['question_id']}-{row['run']}", ["true", "false"], row["response"]
