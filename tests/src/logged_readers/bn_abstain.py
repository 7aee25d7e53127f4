import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        found = re.search(r"\nA: (.*?)\nB: (.*?)\nC: (.*?)\nD: (.*?)\Z", row["question"], re.S)
        if found and all(x.strip() for x in found.groups()) and row["proposed_answer"].strip():
            yield str(n), [x.strip() for x in found.groups()], row["proposed_answer"]
