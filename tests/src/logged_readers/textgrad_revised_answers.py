import json

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    """Each question has the first reply and its revisions; the last one, a bare letter, was voted by the author's program."""
    for n, (asked, row) in enumerate(json.loads(read(path)).items()):
        options = in_order(asked, r"\n([A-D])\) ")
        for turn, reply in enumerate(row["predictions"][:-1]):
            if len(options) == 4:
                yield f"{n}:{turn}", options, reply
