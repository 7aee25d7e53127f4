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
    for line in lines(read(path)):
        row = json.loads(line)
        for n, found in enumerate(row["judgments"]):
            if found and found["judgment"]["response"].strip():
                yield f"{row['pair_id']}/{n}", OPTIONS, found["judgment"]["response"]
