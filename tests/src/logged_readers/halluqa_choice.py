import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        parts = re.split(r"(?<=\s)([A-E])[:：]", row["question"])
        options = [part.strip() for part in parts[2::2]]
        if (
            parts[1::2] == list("ABCDE")[: len(options)]
            and len(options) > 1
            and all(options)
            and row["response"].strip()
        ):
            yield str(row["question_id"]), options, row["response"]
