import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    seen = set()
    for line in read(path).decode().split("\n"):
        if not line.strip():
            continue
        row = json.loads(line)
        shown = row["prompt"].split("The options are: \n")[-1]
        options = [x.strip() for x in re.split(r"(?:^|\n)[A-P]: ", shown)[1:]]
        marks = re.findall(r"(?:^|\n)([A-P]): ", shown)
        if (
            row["question_id"] in seen
            or marks != list("ABCDEFGHIJKLMNOP")[: len(marks)]
            or len(marks) < 2
            or not all(options)
            or not row["response"].strip()
        ):
            continue
        seen.add(row["question_id"])
        yield str(row["question_id"]), options, row["response"]
