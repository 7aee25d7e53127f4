import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in map(json.loads, read(path).decode().splitlines()):
        if (row["model_original_output"] or "").strip():
            yield f"{row['subject']}/{row['id']}", row["options_text"], row["model_original_output"]
