import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    problems = json.loads(read("data/tabmwp/problems_test1k.json"))
    for key, row in json.loads(read(path))["results"].items():
        options = problems[key]["choices"] if key in problems else None
        if options and row["output"].strip():
            yield key, options, row["output"]
