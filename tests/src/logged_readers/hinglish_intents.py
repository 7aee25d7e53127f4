import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        row = json.loads(line) if line.strip() else {}
        block = re.search(r"Allowed intents:\n((?:- .+\n)+)", row.get("prompt_text", ""))
        if block and (row.get("raw_response") or "").strip():
            yield row["sample_id"], re.findall(r"- (.+)\n", block[1]), row["raw_response"]
