import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, question in enumerate(json.loads(read(path))["questions"]):
        asked = question["question_input"]
        key = f"{number}_{asked['question_section']}_{asked['question_number']}"
        yield key, list(asked["choices"].values()), question["model_response"]["choices"][0]["text"]
