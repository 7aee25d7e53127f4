import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, field = path.split("#")
    for key, row in json.loads(read(name)).items():
        asked = re.split(r"Here is a single-answer|以下是关于", row[field[:2] + "-prompt"])[-1]
        options = [x.strip() for x in re.findall(r"^[A-D]: (.+)$", asked, re.M)]
        if len(options) == 4 and row[field].strip():
            yield key, options, row[field]
