import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    content = json.loads(read(path))
    asked = [json.loads(x) for x in lines(read(f"data/exp_v2/mmmlu/test_{content['language']}_100.jsonl"))]
    choices = {x["question_index"]: x.get("choices") or [str(x[c]) for c in "ABCD"] for x in asked}
    for row in content["results"]:
        yield str(row["question_index"]), choices[row["question_index"]], row["response"]
