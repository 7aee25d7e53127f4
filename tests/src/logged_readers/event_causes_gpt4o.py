import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    data = read("data/official/sample_data/questions.jsonl")
    questions = {q["id"]: q for q in map(json.loads, data.decode().splitlines())}
    for row in json.loads(read(path))["predictions"]:
        question = questions[row["id"]]
        assert row["target_event"] == question["target_event"]
        if row["response"].strip():
            yield row["id"], [question[f"option_{letter}"] for letter in "ABCD"], row["response"]
