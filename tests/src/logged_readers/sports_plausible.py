import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    _, model, style = path.split("#")
    for row in json.loads(read(path.split("#")[0]))[model][style]:
        prompt = row["prompt"].lower()
        if "yes" in prompt and "no" in prompt and row["response"].strip():
            yield row["question_id"], ["yes", "no"], row["response"]
