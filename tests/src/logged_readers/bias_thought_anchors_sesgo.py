"""SESGO in English, a file a reply; a path names a folder and, behind "#", the items of it that were answered."""

import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    folder, items = path.split("#")
    for item in items.split(","):
        entry = json.loads(read(f"{folder}/item_{item}/base_solution.json"))
        options = re.findall(r"^[A-C]\) (.+)$", entry["prompt"], re.M)
        if entry["solution"]:
            yield item, options, entry["solution"]
