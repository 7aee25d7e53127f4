import json
import re

from logged_readers import Found, Read

QUESTIONS = {
    "easy": "datasets/FinEval/CFA_Easy/data.json",
    "challenge": "datasets/FinEval/CFA_Challenge/data.json",
}
CHOICES = re.compile(r"choices:\s*A: (.*?)\s*,\s*B: (.*?)\s*,\s*C: (.*?)\.?\s*(?:Answer:)?\s*$", re.I | re.S)


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    questions = {name: json.loads(read(where)) for name, where in QUESTIONS.items()}
    for row in json.loads(read(file))["results"]:
        if row["model"] != model or row["method"] != "verbalized" or not row["raw_response"].strip():
            continue
        name, number = row["question_id"].split("_")
        found = CHOICES.search(questions[name][int(number)]["query"])
        if found and all(found.groups()):
            yield row["question_id"], list(found.groups()), row["raw_response"]
