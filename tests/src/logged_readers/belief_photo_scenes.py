import re

from logged_readers import Found, Read, xlsx


def records(path: str, read: Read) -> Found:
    path, _, sheet = path.partition("#")
    for number, row in enumerate(xlsx(read(path), sheet), 1):
        for name, reply in row.items():
            asked = re.fullmatch(r"response[_ ](\d+)", name.strip())
            if asked and reply.strip():
                yield f"{number}-{asked[1]}", ["Yes", "No"], reply
