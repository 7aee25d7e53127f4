import json

from logged_readers import Found, Read

CARDS = {"0": "E K 4 7", "A": "U M 6 3", "B": "I Q 8 83", "C": "E K 4 7"}  # as stimuli/Q13_*.json shows them


def records(path: str, read: Read) -> Found:
    cards = CARDS[path.removesuffix(".jsonl")[-1]].split()
    for line in read(path).decode().splitlines():
        row = json.loads(line)
        if row["text"]:
            yield row["custom_id"], cards, row["text"]
