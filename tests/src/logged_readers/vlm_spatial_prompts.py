import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, label = path.split("#")
    for n, row in enumerate(json.loads(read(name))):
        if row["prompt_label"] != label or not row["answer"].strip():
            continue
        if "exactly one of" in row["prompt"]:
            options = ["Left", "Right", "On top", "Under"]
        else:
            options = [
                x.strip() for x in re.findall(r"[A-D] ?: ?([^,]+)", row["prompt"].split("following:")[1])
            ]
        if len(options) == 4:
            yield str(n), options, row["answer"]
