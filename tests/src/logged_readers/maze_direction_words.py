import re

import yaml

from logged_readers import Found, Read

OPTIONS = ["north", "east", "south", "west"]


def records(path: str, read: Read) -> Found:
    chat = read(path).decode().partition("\n  chat:\n")[2]
    turns = re.findall(r"^    response: (.*(?:\n(?:      .*|$))*)", chat, re.M)
    for number, text in enumerate(turns):
        yield str(number), OPTIONS, yaml.load(text, Loader=yaml.BaseLoader)
