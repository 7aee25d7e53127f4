import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    asked = {}
    for line in lines(read("paper/artifacts/questions_US/test.jsonl")):
        item = json.loads(line)
        asked[item["question"]] = list(item["options"].values())
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), asked[row["question"]], row["raw_output"]
