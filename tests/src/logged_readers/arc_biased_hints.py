import json
import re

from logged_readers import Found, Read


def shown(prompt):
    return [o.strip() for o in re.findall(r"^\([A-Z1-9]\) (.+)$", prompt, re.M)]


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path))["results"]:
        if "strengths" in row:
            for key, part in row["strengths"].items():
                yield f"{row['id']}/{key}", shown(part["prompt"]), part["response"]
        else:
            yield row["id"], shown(row["cot_prompt"]), row["cot_response"]
