import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    folder = "test_data" if path.endswith("_test.json") else "dev_data"
    data = read(f"{folder}/questions.jsonl").decode()
    questions = {q["id"]: q for q in map(json.loads, data.splitlines())}
    for row in json.loads(read(path))["predictions"]:
        question = questions[row["id"]]
        assert row["target_event"] == question["target_event"]
        if row["raw_output"].strip():
            yield row["id"], [question[f"option_{letter}"] for letter in "ABCD"], row["raw_output"]
