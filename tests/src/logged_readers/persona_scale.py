import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["responses"]):
        asked = row.get("input_prompt") or row["input_prompt_system"] + row["input_prompt_user"]
        options = re.findall(r"^(?:\([A-E]\)\.|[1-5] =) *(.+)$", asked, re.M)
        yield str(n), [x.strip() for x in options], row["response"].split("[/INST]")[-1]
