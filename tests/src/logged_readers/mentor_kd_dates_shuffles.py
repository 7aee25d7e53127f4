"""Six samples of each question."""

import json
import re

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    seen = set()
    for n, row in enumerate(json.loads(read(path))):
        shown = re.sub(r"\.$", "", row["instruction"].strip()).rpartition("Answer choices: ")[2]
        options = in_order(shown, r"(?:^|, )\(([A-J])\) ")
        for sample, reply in enumerate(row["output"]):
            if options and reply.strip() and reply not in seen:
                seen.add(reply)
                yield f"{n}/{sample}", options, reply
