import json

from logged_readers import Found, Read, lines

OPTIONS = [
    "Assistant A is significantly better: [[A>>B]]",
    "Assistant A is slightly better: [[A>B]]",
    "Tie, relatively the same: [[A=B]]",
    "Assistant B is slightly better: [[B>A]]",
    "Assistant B is significantly better: [[B>>A]]",
]


def records(path: str, read: Read) -> Found:
    for row in map(json.loads, lines(read(path))):
        for n, game in enumerate(row["games"]):
            # a line break before each reply is the log's own
            reply = game["judgment"].removeprefix("\n")
            if reply.strip():
                yield f"{row['question_id']}/{n}", OPTIONS, reply
