import csv
import io
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode()))):
        question = row["instring"].rsplit("\nQ: ", 1)[1]
        listed = re.search(r"\n(\(A\) .*)\nA: Let's think step.by.step\.\s*$", question, re.DOTALL)
        reply = row["outputs"]
        if not listed or reply == "<parsing error>" or not reply.strip():
            continue
        parts = re.split(r"(?:^|\s)\(([A-F])\) ", listed[1])
        if "".join(parts[1::2]) != "ABCDEF"[: len(parts) // 2]:
            continue
        yield str(n), [" ".join(option.split()) for option in parts[2::2]], reply
