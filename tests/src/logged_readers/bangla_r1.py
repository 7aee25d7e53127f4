import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        options = [str(x) for x in row["options"]]
        yield str(n), options, row["gen_ans"]
        yield f"{n}/whole", options, row["reason"] + row["gen_ans"]
