import json
import re

from logged_readers import Found, Read


def shown(question: str) -> list[str]:
    parts = re.split(r"\(([A-H])\)", question)
    if parts[1::2] != list("ABCDEFGH")[: len(parts) // 2]:
        return []
    return [" ".join(p.split()).rstrip(",").strip() for p in parts[2::2]]


def records(path: str, read: Read) -> Found:
    questions = json.loads(read("data/dataset.json"))
    for key, answer in json.loads(read(path)).items():
        options = shown(questions[key]["question"])
        if len(options) > 1 and all(options) and answer["answer"].strip():
            yield key, options, answer["answer"]
