import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    log = json.loads(read(path))
    for part, game in ({"0": log} if "dialog" in log else log).items():
        for n, (_, _, reply) in enumerate(game["dialog"]):
            if reply.strip():
                yield f"{part}/{n}", ["Trust", "not Trust"], reply
