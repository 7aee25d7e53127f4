import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        listed = row["prompt"].rpartition("Answer Choices:")[2].split("\nA:")[0]
        parts = re.split(r"(?:^|(?<=\s))\(([A-F])\)\s", listed)
        options = [re.sub(r"^\s*\([a-f]\)\s*", "", x).strip() for x in parts[2::2]]
        if (
            parts[1::2] == list("ABCDEF")[: len(options)]
            and len(options) > 1
            and all(options)
            and row["response"].strip()
        ):
            yield str(n), options, row["response"]
