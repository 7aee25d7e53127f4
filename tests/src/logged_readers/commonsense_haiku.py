import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    asked = [
        json.loads(x)["question"] for x in lines(read("questions:dataset/CommonsenseQA/dev_rand_split.jsonl"))
    ]
    choices = {x["stem"]: [c["text"].strip() for c in x["choices"]] for x in asked}
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if row["task"] == "commonsenseqa":
            yield str(n), choices[row["question"]], row["response"] or ""
