import json

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    questions = json.loads(read("questions:data/datasets/medqa_focused_1030.json"))
    options = {q["question"].strip(): [q["options"][mark] for mark in "ABCD"] for q in questions}
    for n, row in enumerate(rows(read(path))):
        shown = options.get(row["question"].strip())
        if shown and row["response"].strip():
            yield str(n), shown, row["response"]
