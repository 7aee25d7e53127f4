import json

from logged_readers import Found, Read, in_order, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        options = in_order(row["prompt"], r"\n([A-E])\) ")
        if options and (row["response"] or "").strip():
            yield str(row["id"]), options, row["response"]
