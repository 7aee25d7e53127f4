import itertools
import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    messages = json.loads(read(path))
    for n, (message, answer) in enumerate(itertools.pairwise(messages)):
        if message["role"] != "user" or "Choose one of the following answers:\n" not in message["content"]:
            continue
        asked = message["content"].split("Choose one of the following answers:\n")[1]
        asked = asked.split("Provide your response")[0]
        options = [line.strip() for line in asked.split("\n") if line.strip()]
        # those with letters are puzzles, another source
        if not any(option.startswith("A. ") for option in options):
            yield str(n), options, answer["content"]
