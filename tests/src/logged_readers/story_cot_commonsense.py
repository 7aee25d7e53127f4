import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    options = {}
    for line in lines(read("questions:dataset/CommonsenseQA/dev_rand_split.jsonl")):
        question = json.loads(line)["question"]
        options[question["stem"]] = [choice["text"] for choice in question["choices"]]
    for row in json.loads(read(path)):
        if row["dataset"] == "commonsenseqa" and row["question"] in options:
            yield f"{row['strategy']} {row['id']}", options[row["question"]], row["response_text"]
