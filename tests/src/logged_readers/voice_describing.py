import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    name, _, judge = path.partition("#")
    for line in lines(read(name)):
        row = json.loads(line)
        if row["judge"] == judge and row["raw"].strip():
            yield row["item_id"], ["describing", "inheriting", "uncodable"], row["raw"]
