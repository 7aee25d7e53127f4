import re

from logged_readers import Found, Read

SCALE = ["Strongly Disagree", "Disagree", "Neutral", "Agree", "Strongly Agree"]


def records(path: str, read: Read) -> Found:
    parts = re.split(r"\n(?=\s*Thought:)", read(path).decode())
    graded = read(path.replace("predicted", "graded")).decode().strip().split("\n")
    if len(parts) == len(graded):
        for n, part in enumerate(parts):
            if part.strip():
                yield str(n), SCALE, part
