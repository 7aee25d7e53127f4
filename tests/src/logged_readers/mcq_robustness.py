import json
import re

from logged_readers import Found, Read, lines, listed


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        for name, row in json.loads(line).items():
            if isinstance(row, dict):  # the log holds the prompt before the response
                answer = re.split(r"\[/INST\]|\nmodel\n", row["response"], maxsplit=1)[-1]
                yield f"{n}/{name}", listed(row["question"].split("Options:")[-1]), answer
