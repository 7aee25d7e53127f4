import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, lang = path.split("#")
    for n, line in enumerate(read(name).decode().split("\n")):
        if not line.strip():
            continue
        row = json.loads(line)
        asked = row["prompt"]["user"]
        options = [x.strip() for x in re.findall(r"^\s*-\s*[A-D][.．、]\s*(.+)$", asked, re.M)]
        if row["prompt_parameter"]["lang"] == lang and len(options) == 4:
            yield str(n), options, row["result"]
