import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        for m, result in enumerate(row["result"]):
            if result["prediction"].strip() and [x[:2] for x in row["action_list"]] in (
                ["A.", "B.", "C.", "D."],
                ["A.", "B.", "C.", "D.", "E."],
            ):
                yield f"{n}/{m}", [x[2:].strip() for x in row["action_list"]], result["prediction"]
