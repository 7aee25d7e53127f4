import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    for n, game in enumerate(json.loads(read(file))["results"]):
        for turn in game["history"]:
            manipulator, victim = game["model_pair"]
            responder = manipulator if turn["responder_role"] == "manipulator" else victim
            if responder == model and turn["raw_decision"]:
                yield f"{n}:{turn['round']}", ["ACCEPT", "REJECT"], turn["raw_decision"]
