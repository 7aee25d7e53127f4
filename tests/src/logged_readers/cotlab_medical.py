import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path))["raw_outputs"][:80]:
        # the last block of lines A), B), C) ... that follow each other: a few-shot prompt ends with its question
        block = (re.findall(r"(?:^[ \t]*[A-P][).:] .+\n?)+", row["prompt"], re.M) or [""])[-1]
        marks, texts = (
            zip(*re.findall(r"^[ \t]*([A-P])[).:] (.+)$", block, re.M), strict=True) if block else ("", ())
        )
        if (
            len(texts) >= 2
            and "".join(marks) == "ABCDEFGHIJKLMNOP"[: len(texts)]
            and (row.get("response") or "").strip()
        ):
            yield str(row["sample_idx"]), [x.strip() for x in texts], row["response"]
