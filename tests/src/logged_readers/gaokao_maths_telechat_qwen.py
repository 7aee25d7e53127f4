import json

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path))["example"]:
        options = in_order(row["question"], r"(?<![A-Za-z])([A-D])\s*[\.．、:：]")
        if len(options) == 4 and row["model_output"]:
            yield str(row["index"]), options, row["model_output"]
