import json

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    for number, row in json.loads(read(path)).items():
        options = listed(row["origin_prompt"])
        if len(options) >= 2:
            yield number, options, row["prediction"]
