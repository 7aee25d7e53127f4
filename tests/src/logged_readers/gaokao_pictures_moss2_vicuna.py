import json

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    """Questions with all four options as text; the pictures among them are left out."""
    for row in json.loads(read(path))["example"]:
        options = in_order(row["question"], r"(?<![A-Za-z])([A-D])\s*[\.．、:：]")
        if len(options) == 4 and not any("<image>" in x for x in options) and row["model_output"].strip():
            yield str(row["index"]), options, row["model_output"]
