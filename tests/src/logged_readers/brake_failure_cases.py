import json
from collections.abc import Iterator
from typing import Any

from logged_readers import Found, Read

CASES = {
    "llm_responses.json": "cases.json",
    "llm_cases_anthro_responses.json": "cases.json",
    "llm_equal_responses.json": "llm-equal-cases.json",
    "llm-equal-cases-anthro-responses.json": "llm-equal-cases.json",
}


def asked(path: str, read: Read) -> Iterator[tuple[int, list[str], dict[str, Any]]]:
    """The number of each dialogue, its two courses and what was logged of it."""
    cases = {case["index"]: case for case in json.loads(read(CASES[path]))}
    for number, row in enumerate(json.loads(read(path))):
        yield number, [cases[row["index"]][side]["text"] for side in ("a", "b")], row


def records(path: str, read: Read) -> Found:
    for number, courses, row in asked(path, read):
        yield f"{number} forward", courses, row["forward"]["response"]
        yield f"{number} reversed", courses[::-1], row["reversed"]["response"]
