import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        options = [row[f"choice_{mark}"].strip() for mark in "ABCD"]
        if all(options) and row["response"]:
            yield row["_id"], options, row["response"]
