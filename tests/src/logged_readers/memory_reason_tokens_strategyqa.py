import json
from collections.abc import Iterator

from logged_readers import Found, Read


def answered(path: str, read: Read) -> Iterator[tuple[str, str, str]]:
    """The number, the question and the reply of each text."""
    for number, row in enumerate(json.loads(read(path))):
        question, _, reply = row["generated_text"].partition("\n")
        yield str(number), question, reply


def records(path: str, read: Read) -> Found:
    for number, _, reply in answered(path, read):
        yield number, ["True", "False"], reply
