"""MedQA. The question stands in the prompt as a Python dictionary: question, right answer and the options by letter."""

import ast
import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for number, line in enumerate(lines(read(path))):
        entry = json.loads(line)
        asked = ast.literal_eval(entry["query"])
        replies = [turn["content"] for turn in entry["history"] if turn["role"] == "generator"]
        if replies and replies[0]:
            yield str(number), [asked["Options"][letter] for letter in sorted(asked["Options"])], replies[0]
