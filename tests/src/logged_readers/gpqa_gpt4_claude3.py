import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    log = json.loads(read(path))
    for n, (prompt, reply) in enumerate(zip(log["prompts"], log["sampled_texts"], strict=True)):
        shown = prompt.split("\n\nAfter your reasoning, provide your final")[0]
        parts = re.split(r"\n\(([A-D])\) ", shown)
        if (
            parts[1::2] == list("ABCD")
            and len({" ".join(part.split()) for part in parts[2::2]}) == 4
            and reply
        ):
            yield str(n), [" ".join(part.split()) for part in parts[2::2]], reply
