import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    asked = {item["id"]: item["options"] for item in map(json.loads, lines(read("data/med_qa.jsonl")))}
    for row in json.loads(read(path))["predictions"]:
        if row.get("raw"):
            options = asked[row["case_id"]]
            yield row["case_id"], [options[mark] for mark in "ABCDE"], row["raw"]
