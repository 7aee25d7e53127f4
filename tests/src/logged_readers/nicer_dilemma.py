import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for turn, answer in json.loads(read(path)).items():
        if answer["generated_text"].strip():
            yield turn, ["Cooperate", "Defect"], answer["generated_text"]
