import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    shown = {}
    for passage in json.loads(read("GRE RC/GRE_RC_questions.json"))["passages"]:
        for question in passage["questions"]:
            marked = [
                re.fullmatch(r"([A-E])[.)]\s*(.*\S)\s*", option, re.S)
                for option in question.get("options", [])
            ]
            if marked and "".join(m[1] if m else "?" for m in marked) == "ABCDE"[: len(marked)]:
                place = passage["passage_number"], question["question"]
                shown[place] = [m[2] for m in marked if m]
    for way, run in json.loads(read(path)).items():
        for number, row in enumerate(run["details"]):
            options = shown.get((row["passage_number"], row["question_text"]))
            if options and "Single Answer" in row["question_type"] and row["model_response"]:
                yield f"{way} {number}", options, row["model_response"]
