import json

from logged_readers import Found, Read

RATINGS = ["-2", "-1", "0", "+1", "+2"]


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        options = list(row["options"].values()) if "options" in row else RATINGS
        for sample, reply in row["response"].items():
            if reply.strip():
                yield f"{n}/{sample}", options, reply
