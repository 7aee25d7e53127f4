import json
import re

from logged_readers import Found, Read

KINDS = {"choice": "Question type: single_choice.", "choices": "Question type: multiple_choice."}


def records(path: str, read: Read) -> Found:
    name, kind = path.split("#")
    for line in read(name).decode().split("\n"):
        row = json.loads(line) if line.strip() else {"messages": {"first_user": ""}}
        asked = row["messages"]["first_user"]
        if KINDS[kind] not in asked:
            continue
        parts = re.split(r"(?:^|\s)([A-D])\. ", asked.split("\n\n", 1)[1])
        options = [x.strip() for x in parts[2::2]]
        if "".join(parts[1::2]) == "ABCD" and all(options) and row["first_response_text"]:
            yield row["item_id"], options, row["first_response_text"]
