import itertools
import json
from collections.abc import Iterator

from logged_readers import Found, Read, listed


def asked(path: str, read: Read) -> Iterator[tuple[str, str, str]]:
    """The place of each question in the talk, the lines of its options, and the reply; of `board_survey`, too."""
    for n, (message, answer) in enumerate(itertools.pairwise(json.loads(read(path)))):
        _, choose, rest = message["content"].partition("Choose one of the following answers:\n")
        if message["role"] == "user" and choose:
            yield str(n), rest.split("Provide your response")[0], answer["content"]


def records(path: str, read: Read) -> Found:
    for n, lines, reply in asked(path, read):
        options = listed(lines)
        # "Would you rather?" has a last option without its letter: left out
        if len(options) >= 3 and len(options) == len([line for line in lines.split("\n") if line.strip()]):
            yield n, options, reply
