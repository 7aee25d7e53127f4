import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    name = path.split("davinci-003.")[1].split(".")[0]
    asked = [json.loads(line)["options"] for line in lines(read(f"data/v1/{name}.jsonl"))]
    replies = [json.loads(line) for line in lines(read(path))]
    for n, (shown, reply) in enumerate(zip(asked, replies, strict=True)):
        found = [re.match(r"\s*\(?([A-E])[).．:：?\s]\s*(.*)", option, re.S) for option in shown]
        options = [match[2].strip() if match else "" for match in found]
        marks = "".join(match[1] if match else "" for match in found)
        if all(options) and marks == "ABCDE"[: len(shown)] and reply.strip():
            yield str(n), options, reply
