import json

from logged_readers import Found, Read

SCALE = [f"{how} prefer Option A" for how in ("Strongly", "Moderately", "Slightly")] + [
    "Neutral / No preference"
]

SCALE += [f"{how} prefer Option B" for how in ("Slightly", "Moderately", "Strongly")]


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        if line.strip():
            row = json.loads(line)
            if reply := row["response"].get("raw_content"):
                yield row["custom_id"], SCALE, reply
