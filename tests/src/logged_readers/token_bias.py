import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for key, row in json.loads(read(path)).items():
        if isinstance(row, dict):
            options = re.findall(r"^\([a-e]\) (.+)$", row.get("question") or "", re.M)
            yield key, [x.strip() for x in options], row.get("init_model_answer") or ""
