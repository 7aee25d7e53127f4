import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path).decode(errors="replace"))["results"]:
        reply = row["raw_output"][0]
        options = re.findall(r"^\d: (.+?)\.?$", row["prompt"][-1]["content"], re.M)
        if reply and len(re.findall(r"^\d+: ", reply, re.M)) < 2:
            yield str(row["id"]), options[:5], reply
