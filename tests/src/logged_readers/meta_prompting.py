import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        if line.strip():
            row = json.loads(line)
            options = [
                x.strip() for x in re.findall(r"^\([A-P]\) (.+)$", row["input"].split("\nOptions:")[1], re.M)
            ]
            last = row["message_log"][-1]
            if last["role"] == "assistant" and last["content"].strip():
                yield str(n), options, last["content"]
