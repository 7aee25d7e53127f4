import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    asked = [json.loads(x) for part in "ABCDEF" for x in lines(read(f"data/2022/116-{part}.jsonl"))]
    choices = {x["problem_id"]: x.get("choices") for x in asked}
    for prompt, answers in json.loads(read(path))["details"].items():
        for row in answers:
            key = row["problem_id"]
            yield f"{prompt}/{key}", choices.get(key) or [], row.get("response") or ""
