import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    inference = path.startswith("results/main_task/")
    options = ["entailment", "neutral", "contradiction"] if inference else ["True", "False"]
    for key, question in json.loads(read(path)).items():
        for n, reply in enumerate(question["responses"]):
            if reply.strip():
                yield f"{key}-{n}", options, reply
