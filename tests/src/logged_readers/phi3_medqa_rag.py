import json
import re

from logged_readers import Found, Read

QUESTIONS = "data/processed/test.json"


def records(path: str, read: Read) -> Found:
    questions = [
        row["text"].split("### Question:")[1].split("### Answer:")[0].strip()
        for row in json.loads(read(QUESTIONS))[:200]
    ]
    file, _, part = path.partition("#")
    replies = json.loads(read(file))
    replies = replies[part] if part else replies
    for n, (question, reply) in enumerate(zip(questions, replies, strict=True)):
        if "\nOptions:\n" not in question or reply in ("context_too_long", "generation_error", "no answer"):
            continue
        options = re.split(r"(?:^| )[A-E]: ", question.split("\nOptions:\n")[1].strip())[1:]
        yield str(n), [option.strip() for option in options], reply
