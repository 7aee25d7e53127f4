import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    _, year, name = path.split("/")
    asked = [json.loads(x) for x in lines(read(f"data/{year}/{name.split('_')[0]}.jsonl"))]
    choices = {x["problem_id"]: x.get("choices") for x in asked}
    for line in lines(read(path)):
        row = json.loads(line)
        yield row["problem_id"], choices[row["problem_id"]] or [], row.get("explanation") or ""
