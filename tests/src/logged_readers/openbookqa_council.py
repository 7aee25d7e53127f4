import json

from logged_readers import Found, Read, lines

QUESTIONS = "OpenBookQA-V1-Sep2018/Data/Main/dev.jsonl"


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    asked = {row["id"]: row["question"]["choices"] for row in map(json.loads, lines(read(QUESTIONS)))}
    for key, replies in json.loads(read(file)).items():
        if replies[model].strip():
            yield key, [choice["text"] for choice in asked[key]], replies[model]
