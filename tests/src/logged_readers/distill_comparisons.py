import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        row = json.loads(line) if line.strip() else {}
        if row.get("response", "").strip():
            yield f"{row['pair_id']}/{row['variant']}", ["Yes", "No"], row["response"]
