import json

from logged_readers import Found, Read, lines, marked


def records(path: str, read: Read) -> Found:
    """Three voices answer each question; the options follow it in one line, behind (A) to (E)."""
    for number, line in enumerate(lines(read(path))):
        row = json.loads(line)
        _, _, choices = row["question"].partition("Answer Choices:")
        options = marked(choices, r"(?:^|\s)\([A-E]\)")
        if len(options) < 2 or not all(options):
            continue
        for voice, response in enumerate(row["response_list"]):
            if response.strip():
                yield f"{number} {voice}", options, response
