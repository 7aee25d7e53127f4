import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """Objects one after the other, at times two on a line."""
    text = read(path).decode().strip()
    n = 0
    while text:
        row, end = json.JSONDecoder().raw_decode(text)
        text = text[end:].lstrip()
        shown = row["question"].rpartition("Answer Choices:")[2].removesuffix("\nA:")
        marks = re.split(r"(?:^|(?<=\s))\(([A-E])\) ", shown)
        options = [x.strip() for x in marks[2::2]]
        if marks[1::2] == list("ABCDE") and all(options) and row["rationale"].strip():
            yield str(n), options, row["rationale"]
        n += 1
