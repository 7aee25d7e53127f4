import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    _, dataset, split, _ = path.rsplit("/", 1)[1].split("_")
    questions = {q["id"]: q for q in json.loads(read(f"data/{dataset}/{split}.json"))}
    for row in json.loads(read(path)):
        if row["predicted_reasoning"] == row["predicted_answer"]:
            options = [option.split(")", 1)[1].strip() for option in questions[row["id"]]["options"]]
            yield row["id"], options, row["predicted_answer"]
