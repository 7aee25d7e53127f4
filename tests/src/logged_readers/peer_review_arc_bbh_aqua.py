import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        shown = row["question"].split("Explain your answer, putting")[0]
        _, *parts = re.split(r"\s\(([A-R])\)\s", shown)
        options = [part.strip() for part in parts[1::2]]
        if not options or parts[::2] != list("ABCDEFGHIJKLMNOPQR"[: len(options)]) or not all(options):
            continue
        for a, turns in enumerate(row["agent_contexts"]):
            for t, (asked, said) in enumerate(zip(turns[::2], turns[1::2], strict=False)):
                if "in the form (X)" in asked["content"] and said["content"].strip():
                    yield f"{n}/{a}/{t}", options, said["content"]
