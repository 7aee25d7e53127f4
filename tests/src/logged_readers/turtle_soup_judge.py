import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    options = ["Correct", "Incorrect", "Unknown"] if "_en_" in path else ["对", "错", "不知道"]
    logged = json.loads(read(path))
    for row in next(part for part in logged.values() if isinstance(part, list)):
        reply = row["model_response"]
        if reply and row["sample"] % 8 == 0:
            yield str(row["sample"]), list(options), reply
