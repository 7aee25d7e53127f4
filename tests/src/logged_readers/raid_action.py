import json

from logged_readers import Found, Read


def texts(value: object) -> list[str]:
    if isinstance(value, list):
        return [text for part in value for text in texts(part)]
    return [value] if isinstance(value, str) else []


def records(path: str, read: Read) -> Found:
    log, at, n = read(path).decode(), 0, 0
    while at < len(log):
        if log[at] in " \r\n\t,]":  # several values stand one after another, some closed twice
            at += 1
            continue
        value, at = json.JSONDecoder().raw_decode(log, at)
        for text in texts(value):
            said, _, reply = text.partition(": ")
            if "says and makes action" in said:
                yield f"{n} {said}", ["Taunt", "Fireball", "Heal"], reply
                n += 1
