import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, entry in enumerate(json.loads(read(path))):
        options = re.findall(r"^\([a-c]\) (.+)$", entry["prompt"], re.M)
        if entry["model_output"] and len(options) == 3:
            yield str(number), options, entry["model_output"]
