import json

from logged_readers import Found, Read, lines
from logged_readers.judgebench import OPTIONS


def records(path: str, read: Read) -> Found:
    for row in map(json.loads, lines(read(path))):
        for n, game in enumerate(row["judgments"]):
            reply = game["judgment"]["response"]
            if reply and reply.strip():
                yield f"{row['pair_id']} {n}", OPTIONS, reply
