import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        if row["raw_response"]:
            yield f"{n}/{row['run']}", ["epistemic", "non_epistemic"], row["raw_response"]
