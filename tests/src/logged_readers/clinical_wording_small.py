import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, _, wording = path.partition("#")
    subject = name.split("/")[-1].split("_")[0]
    asked = json.loads(read(f"data/prompts/{subject}_prompts.json"))
    prompts = {row["id"]: row["prompts"][wording] for row in asked}
    for row in json.loads(read(name)):
        options = re.findall(r"^(?:Option )?[A-D]: (.+)$", prompts[row["id"]], re.M)[-4:]
        reply = row["responses"][wording]["raw"]
        if options and reply and not reply.startswith("ERROR: "):
            yield str(row["id"]), options, reply
