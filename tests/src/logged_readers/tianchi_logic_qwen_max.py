import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for row in map(json.loads, lines(read(path))):
        for number, question in enumerate(row["questions"]):
            if len(question["options"]) > 1:
                yield f"{row['id']}_{number}", question["options"], question["qwen_respond"]
