import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    options = ["landbird", "waterbird"] if "waterbirds" in path else ["blond", "not blond"]
    for group, rows in json.loads(read(path)).items():
        for row in rows:
            if row["pred"].strip():
                yield f"{group}/{row['id']}", options, row["pred"]
