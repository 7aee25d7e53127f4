import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().splitlines()):
        row = json.loads(line)
        question = re.split(r"Plea\w+ give the an", row["prompt"])[0]
        parts = re.split(r"\(([A-Z])\)", question)
        options = [part.strip().rstrip(".,") for part in parts[2::2]]
        reply = row["model_output"]
        if parts[1::2] == list("ABCDEFGHIJKLMNOP")[: len(options)] and all(options) and reply.strip():
            yield str(n), options, reply
