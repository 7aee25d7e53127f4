import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """The options are the names after the last colon of the question, which ends with a question mark."""
    options = {}
    for line in lines(read("epoch_bench/data/ripple.jsonl")):
        question = json.loads(line)
        options[question["id"]] = question["prompt"].rpartition(": ")[2].removesuffix("?").split(", ")
    for row in json.loads(read(path))["results"]:
        if row["question_type"] == "RIPPLE" and (row["model_response"] or "").strip():
            yield row["question_id"], options[row["question_id"]], row["model_response"]
