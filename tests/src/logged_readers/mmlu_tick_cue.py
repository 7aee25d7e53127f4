import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        if line.strip():
            row = json.loads(line)
            for kind in ("baseline", "cue"):
                if row.get(kind + "_text"):
                    yield f"{row['id']}/{kind}", row["choices"], row[kind + "_text"]
