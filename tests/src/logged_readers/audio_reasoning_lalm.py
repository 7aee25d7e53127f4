import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        if not line.strip():
            continue
        row = json.loads(line)
        asked = row["final_prompt_messages"][-1]["content"]
        asked = "\n".join(x["text"] for x in asked if x["type"] == "text")
        if row["chain_id"] or row["choices"] not in asked or re.search("[\u3000-\u9fff]", row["choices"]):
            continue
        options = [x.strip() for x in re.split(r"(?:^|\n)\([A-P]\) ", row["choices"])[1:]]
        if len(options) > 1 and all(options) and row["final_answer_raw"]:
            yield row["id"], options, row["final_answer_raw"]
