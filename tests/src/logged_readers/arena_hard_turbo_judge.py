import json

from logged_readers import Found, Read, lines
from logged_readers.judgebench import OPTIONS


def records(path: str, read: Read) -> Found:
    for row in map(json.loads, lines(read(path))):
        for n, game in enumerate(row["games"]):
            # a line break before each reply is the log's own
            reply = game["judgment"].removeprefix("\n")
            if reply.strip():
                yield f"{row['question_id']}/{n}", OPTIONS, reply
