import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """The questions' only copy at hand is cut off in its middle: the 1,773 first of them, of which 361 are asked here."""
    cut = read("questions:data/scienceqa/problems.json").decode()
    problems = json.loads(cut[: cut.rindex("\r\n    },")] + "}}")
    for number, reply in json.loads(read(path))["outputs"].items():
        if number in problems and reply.strip():
            yield number, problems[number]["choices"], reply
