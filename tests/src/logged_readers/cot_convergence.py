import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    asked = {x["id"]: x for x in json.loads(read("results/questions.json"))}
    for n, row in enumerate(json.loads(read(path))):
        question = asked[row["question_id"]]
        behind = question["question"].partition("\nOptions:")[2]
        options = question.get("options") or re.findall(r"^(?:\([A-R]\)|-) (.+)$", behind, re.M)
        if options and options[0] != "1":  # the scales of ten have no words
            yield str(n), [x.strip() for x in options], row["response"] or ""
