import json

from logged_readers import Found, Read, lines

OPTIONS = [
    "Limitation of liability",
    "Unilateral termination",
    "Unilateral change",
    "Content removal",
    "Contract by using",
    "Choice of law",
    "Jurisdiction",
    "Arbitration",
    "None",
]


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        response = json.loads(line)["prediction"]
        if response and response.strip():
            yield str(n), OPTIONS, response
