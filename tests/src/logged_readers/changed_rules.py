import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    options = {}
    for line in lines(read("data/conditional_forgetting.jsonl")):
        row = json.loads(line)
        options[row["id"]] = list(row["choices"].values())
    for line in lines(read(path)):
        row = json.loads(line)
        yield row["scenario_id"], options[row["scenario_id"]], row["raw_response"]
