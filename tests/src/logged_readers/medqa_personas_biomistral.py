import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    asked = {}
    for line in lines(read("dataset/medqa_1000_filtered.jsonl")):
        item = json.loads(line)
        asked[item["question_id"]] = list(item["options"].values())
    for line in lines(read(path)):
        row = json.loads(line)
        for persona, got in row["personas_eval"].items():
            if got["raw_response"].strip():
                yield f"{row['question_id']}-{persona}", asked[row["question_id"]], got["raw_response"]
