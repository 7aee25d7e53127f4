import itertools
import json

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    messages = json.loads(read(path))
    for n, (message, answer) in enumerate(itertools.pairwise(messages)):
        if message["role"] != "user" or "Choose one of the following answers:\n" not in message["content"]:
            continue
        asked = message["content"].split("Choose one of the following answers:\n")[1]
        asked = asked.split("Provide your response")[0]
        options = listed(asked)
        # "Would you rather?" has a last option without its letter: left out
        if len(options) >= 3 and len(options) == len([line for line in asked.split("\n") if line.strip()]):
            yield str(n), options, answer["content"]
