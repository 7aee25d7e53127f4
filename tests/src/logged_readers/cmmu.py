import json

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        yield f"{n}/{row['question_id']}", listed(row["prompt"]), row["answer"]
