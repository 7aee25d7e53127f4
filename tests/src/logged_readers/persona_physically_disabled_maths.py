import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        asked = row["user_prompt"].rsplit("\nOptions:\n", 1)[-1]
        parts = re.split(r"(?:^|\n)\(([A-J])\) ", asked)
        marks, options = parts[1::2], [x.strip() for x in parts[2::2]]
        if "".join(marks) == "ABCDEFGHIJ"[: len(marks)] and len(options) > 1 and all(options):
            for n, choice in enumerate(row["raw_response"]["choices"]):
                yield f"{row['id']}/{n}", options, choice["message"]["content"]
