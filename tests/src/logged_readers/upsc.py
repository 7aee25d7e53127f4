import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    asked = json.loads(read("data/processed/upsc_bench.json"))
    choices = {x["id"]: list(x["options"].values()) for x in asked}
    for row in json.loads(read(path))["results"]:
        yield row["question_id"], choices[row["question_id"]], row["raw_output"]
