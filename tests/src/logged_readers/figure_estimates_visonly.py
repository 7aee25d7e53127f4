import json

from logged_readers import Found, Read, lines, marked


def records(path: str, read: Read) -> Found:
    """Options stand within the logged prompt, behind (a) to (e), before the request for a form."""
    for number, line in enumerate(lines(read(path))):
        row = json.loads(line)
        asked = row["prompt"].split("\n\nIn your response")[0].split("\n\nYour response")[0]
        options = marked(asked, r"\([a-e]\) ")
        if len(options) == 5 and row["response"].strip():
            yield str(number), options, row["response"]
