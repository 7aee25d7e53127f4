import json

from logged_readers import Found, Read, lines

QUESTIONS = "questions:data_clean/questions/US/test.jsonl"  # five options; the letters of the answers agree in all 1,273


def records(path: str, read: Read) -> Found:
    asked = [json.loads(line) for line in lines(read(QUESTIONS))]
    for n, (question, line) in enumerate(zip(asked, lines(read(path)), strict=True)):
        yield str(n), list(question["options"].values()), json.loads(line)["reason"]
