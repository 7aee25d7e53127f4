"""CommonsenseQA questions that the model first put into another language, choices A) to E) in one line, and then answered (CL_Reasoning)."""

import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, item in enumerate(json.loads(read(path))[1:]):
        for line in (item["Translated"] or "").split("\n"):
            pieces = re.split(r"(?:^|[\s,、，;])([A-EАВСЕ])\s?[)）]\s*", line.strip())
            options = [piece.strip(" ,、，;") for piece in pieces[2::2]]
            if len(options) == 5 and pieces[0].strip() == "" and all(options) and item["Result"]:
                yield str(number), options, item["Result"]
                break
