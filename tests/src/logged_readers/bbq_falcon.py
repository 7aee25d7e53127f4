import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        options = re.findall(r"^[A-C]\. (.+)$", row["prompt"].split("Options:")[-1], re.M)
        if len(options) == 3 and row["response"].strip():
            yield str(n), options, row["response"]
