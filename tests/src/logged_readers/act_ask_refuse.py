import json

from logged_readers import Found, Read, lines

ACTIONS = ["ACT", "ASK", "REFUSE", "DEFER"]


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if (row["raw"] or "").strip():
            yield f"{n}/{row['item_id']}", ACTIONS, row["raw"]
