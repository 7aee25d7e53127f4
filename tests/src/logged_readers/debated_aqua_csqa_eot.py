import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """Three voices answer each question; the options follow it in one line, behind (A) to (E)."""
    for number, line in enumerate(lines(read(path))):
        row = json.loads(line)
        _, _, choices = row["question"].partition("Answer Choices:")
        options = [text.strip() for text in re.split(r"(?:^|\s)\([A-E]\)", choices)[1:]]
        if len(options) < 2 or not all(options):
            continue
        for voice, response in enumerate(row["response_list"]):
            if response.strip():
                yield f"{number} {voice}", options, response
