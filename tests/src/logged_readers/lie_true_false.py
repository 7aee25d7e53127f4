import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    condition = path.split("#")[1]
    for row in json.loads(read(path.split("#")[0])):
        asked = row["question"].startswith("Is the following statement true or false?")
        if asked and row["condition"] == condition:
            yield row["question_id"], ["true", "false"], row["response"]
