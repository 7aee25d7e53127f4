import json
import re

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    for n, run in enumerate(re.split(r"^>>>>> .+\n", read(path).decode(), flags=re.M)[1:]):
        asked, *said = json.loads(run)
        options = listed(asked["content"].partition("\nOptions:")[2])
        for turn, message in enumerate(said):
            if message["content"].strip():
                yield f"{n}|{turn}|{message['name']}", options, message["content"]
