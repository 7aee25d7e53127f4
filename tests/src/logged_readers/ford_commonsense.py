import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        if not line.strip():
            continue
        row = json.loads(line)
        parts = re.split(r"\(([A-E])\) ", row["O"])
        options = [x.strip() for x in parts[2::2]]
        reply = row["R"].get("text") if isinstance(row["R"], dict) else None
        if (
            reply
            and reply.strip()
            and not parts[0].strip()
            and len(options) > 1
            and all(options)
            and "".join(parts[1::2]) == "ABCDE"[: len(options)]
        ):
            yield str(n), options, reply
