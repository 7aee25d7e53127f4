from itertools import pairwise

import yaml

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """The path is a folder and a day, behind "#" the times that name the games; reflections are left out."""
    day, times = path.split("#")
    for time in times.split():
        chat = yaml.safe_load(read(f"{day} {time}.yaml"))
        for turn, (prompt, reply) in enumerate(pairwise(chat)):
            asked = prompt["content"].startswith("I will describe the situation.")
            if asked and reply.get("role") == "assistant":
                yield f"{time} {turn}", ["Stand", "Hit"], reply["content"]
