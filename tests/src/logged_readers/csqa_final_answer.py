import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    file, way = path.split("#")
    for row in map(json.loads, read(file).splitlines()):
        if row["condition"] == way and row["raw_output"].strip():
            yield row["id"], list(json.loads(row["options_json"]).values()), row["raw_output"]
