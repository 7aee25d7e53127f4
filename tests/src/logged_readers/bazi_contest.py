import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for subject in json.loads(read(path))["subjects"]:
        for question in subject["questions"]:
            shown = question["options"]
            if [option[:1].upper() for option in shown] != list("ABCDEFGH"[: len(shown)]):
                continue  # one question whose third option has lost its mark
            options = [option[1:].lstrip(" .、．") for option in shown]
            if question["model_output"].strip():
                yield question["question_id"], options, question["model_output"]
