import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        marks = re.split(r"\n\s*(أ|ب|ج|د|هـ|ه|و)\s*[).\-]\s*", row["Question"])
        options = [x.strip() for x in marks[2::2]]
        letters = ["ه" if x == "هـ" else x for x in marks[1::2]]
        if len(options) < 3 or letters != list("أبجدهو"[: len(options)]) or not all(options):
            continue
        for reply in row["model_answers"]:
            if reply["response"] and reply["response"].strip():
                yield f"{n} {reply['model']}", options, reply["response"]
