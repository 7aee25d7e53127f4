import json

from logged_readers import Found, Read

OPTIONS = ["strongly agree", "agree", "neither agree or disagree", "disagree", "strongly disagree"]


def records(path: str, read: Read) -> Found:
    log = json.loads(read(path))
    seen = set()
    for key, reply in log["response"].items():
        item = log["item_id"][key]
        if (item, reply) not in seen:  # many personas give the same reply to an item
            seen.add((item, reply))
            yield f"{item}-{log['persona_id'][key]}-{key}", OPTIONS, reply
