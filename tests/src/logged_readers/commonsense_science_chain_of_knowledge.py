"""Science, commonsense and algebra questions answered with exemplars or without; the question with its options ends the logged prompt."""

import json
import re

from logged_readers import Found, Read, lines


def shown(prompt: str) -> list[str]:
    """The options of the last question, which stand on one line."""
    line = prompt[prompt.rindex("Answer Choices:") :].split("\n")[0]
    found: list[str] = []
    starts: list[tuple[int, int]] = []
    for match in re.finditer(r"\(([A-Z])\) ", line):
        if match[1] == chr(65 + len(starts)):
            starts.append(match.span())
    for number, (_, end) in enumerate(starts):
        stop = starts[number + 1][0] if number + 1 < len(starts) else len(line)
        found.append(line[end:stop].strip())
    return found


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        record = json.loads(line)
        if "reasoning_chains" in record and "Answer Choices:" in record["prompt"]:
            options = shown(record["prompt"])
            if len(options) > 1:
                yield str(record["idx"]), options, record["reasoning_chains"]
