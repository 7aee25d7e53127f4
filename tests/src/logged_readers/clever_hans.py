import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        for k, asked in enumerate(row["prompts"], 1):
            options = re.findall(r"^- (.+)$", asked.split("Question:")[-1], re.M)
            yield f"{n}/prediction{k}", [x.strip() for x in options], row.get(f"prediction{k}") or ""
