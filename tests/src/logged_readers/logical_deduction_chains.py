import json

from logged_readers import Found, Read, lines, listed


def records(path: str, read: Read) -> Found:
    for number, line in enumerate(lines(read(path))):
        row = json.loads(line)
        options = listed(row["question"].partition("Options:")[2])
        if len(options) > 1 and row["reasoning_chain"].strip():
            yield str(number), options, row["reasoning_chain"]
