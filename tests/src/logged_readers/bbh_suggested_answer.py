import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for name, output in zip(("hint", "plain"), json.loads(read(path))["outputs"], strict=True):
        for n, prompt, reply in zip(output["example_id"], output["inputs"], output["gen"], strict=True):
            block = prompt.rsplit("Answer choices:", 1)[1].strip().split("\n\n")[0]
            found = re.findall(r"^\(([A-P])\) ?(.+)$", block, re.M)
            options = [text.strip() for _, text in found]
            if (
                reply
                and len(options) == block.count("\n") + 1
                and [m for m, _ in found] == [chr(65 + i) for i in range(len(found))]
            ):
                yield f"{name}-{n}", options, reply
