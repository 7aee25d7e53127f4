import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for part, rows in json.loads(read(path)).items():
        for n, row in enumerate(rows):
            if row["detect_result"].strip():
                yield f"{part}/{n}/{row['id']}", ["YES", "NO"], row["detect_result"]
