import json

from logged_readers import Found, Read

DEBATES = 20  # the first ones, numbered as the repository numbers them


def records(path: str, read: Read) -> Found:
    folder, agent = path.split("#")
    for n in range(DEBATES):
        debate = json.loads(read(f"{folder}/{n}.json"))
        options = [debate[f"action{k}"].removeprefix(f"Action {k}: ") for k in (1, 2)]
        for turn in debate["messages"]:
            if turn["name"] == agent and len(turn["content"].strip()) > 3:
                yield f"{n} round {turn['round']}", options, turn["content"]
