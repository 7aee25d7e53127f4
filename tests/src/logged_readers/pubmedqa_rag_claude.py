import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        yield row["qid"], ["yes", "no", "maybe"], row["raw"]
