"""One prediction: its keys, and what can be wrong with a record that should be one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from string import ascii_uppercase as LETTERS
from typing import Any

from cultural_tom.problems import Problem, did_you_mean
from cultural_tom.visible import short

KEYS = frozenset({"id", "answer", "response", "permutation", "sample"})
COUNTS = ("permutation", "sample")
BOTH = "has both answer and response; one of the two is read, leave the other out"
NEITHER = "needs an answer, or a response to read one out of"
TO_DECIDE = frozenset({"response_sha256", "reason"})
"""Keys of the lines that `extract --unparsed` writes."""
NESTED = "is nested too deeply; an answer is a letter or a flat list"
MAX_COUNT = 2**31 - 1  # of permutation and sample
MAX_PROBLEMS = 10_000  # a wrong file of a million lines need not become a million messages
MOST_IDS = 600_000
"""Different ids in one source of predictions."""


@dataclass(slots=True)
class Prediction:
    """One line: `answer` (letter, letters, one per slot, names, or None for no answer) or `response` (raw
    words). `permutation` k says that the options were shown in order k of the row (0: as stored);
    `sample` numbers repeated draws. `line` counts from 1."""

    id: str
    answer: Any
    response: str | None
    permutation: int
    sample: int
    line: int


def answer_of(row: Mapping[str, Any], indices: Iterable[int]) -> str | list[str]:
    """Option indices in the form that an answer has for this row's format: a letter, a list of letters (one per slot, or
    a set), or a list of names.

    >>> answer_of({"answer_format": "names", "options": ["Ada", "Bo", "Cy"]}, [0, 2])
    ['Ada', 'Cy']
    """
    if row["answer_format"] == "names":
        return [row["options"][i] for i in indices]
    letters = [LETTERS[i] for i in indices]
    return letters[0] if row["answer_format"] == "choice" else letters


def gather(
    records: Iterable[tuple[int, dict[str, Any] | str]], place: str, each: str
) -> tuple[list[Prediction], list[Problem]]:
    """The predictions among numbered records, in their order, and all problems: no record at all, records that
    could not be read (a string that says why), missing or unknown keys, wrong types, duplicates.

    place: the source as a whole, in messages. each: one of its records, in messages (`p.jsonl line`)."""
    problems: list[Problem] = []
    predictions: list[Prediction] = []
    seen: dict[tuple[str, int, int], int] = {}
    ids: set[str] = set()
    unit = each.rpartition(" ")[2]
    for line, record in records:
        if problems and len(problems) >= MAX_PROBLEMS:
            problems.append(Problem(place, f"reading stopped at {unit} {line} after {MAX_PROBLEMS} problems"))
            break
        if isinstance(record, str) or (fault := wrong(record)):
            fault = record if isinstance(record, str) else fault
            problems.append(Problem(f"{each} {line}", fault, line=line))
            continue
        get = record.get
        row_id, order, sample = record["id"], get("permutation") or 0, get("sample") or 0
        ids.add(row_id)
        if len(ids) > MOST_IDS:  # none of them is known to be a row yet, and all of them would be kept
            message = (
                f"names more than {MOST_IDS:,} different rows; all configs together have a tenth of that"
            )
            problems.append(Problem(place, message))
            break
        first = seen.setdefault((row_id, order, sample), line)
        if first != line:
            told = "was already answered on line" if unit == "line" else "was already answered in record"
            fault = f"id {short(row_id)} {told} {first}; number further draws with sample"
            problems.append(Problem(f"{each} {line}", fault, line=line))
            continue
        predictions.append(Prediction(row_id, get("answer"), get("response"), order, sample, line))
    if not predictions and not problems:
        problems.append(Problem(place, "holds no prediction"))
    return predictions, problems


def wrong(record: dict[str, Any]) -> str:
    """What is wrong with one record, or an empty string."""
    row_id = record.get("id")
    fault = _wrong_keys(tuple(record))
    if fault not in ("", BOTH, NEITHER):
        return fault
    if type(row_id) is not str or not row_id:
        got = short(row_id) if "id" in record else f"the keys {short(sorted(record))}"
        return f"needs an id (a string), got {got}"
    if fault and not _one_is_null(record):
        return fault
    response = record.get("response")
    if response is not None and type(response) is not str:
        return f"response must be a string, got {short(response)}"
    for key in COUNTS:
        if key in record:
            value = record[key]
            if value is not None and (type(value) is not int or not 0 <= value <= MAX_COUNT):
                return f"{key} must be a whole number from 0 to {MAX_COUNT}, got {short(value)}"
    answer = record.get("answer")
    return "" if type(answer) is str else unfit(answer)


@lru_cache(maxsize=256)
def _wrong_keys(keys: tuple[str, ...]) -> str:
    """What is wrong with the keys of a record, or an empty string; the lines of a file mostly have the same."""
    if not KEYS.issuperset(keys):
        if TO_DECIDE.issubset(keys):
            return "is a line to decide (of extract --unparsed): add an answer and give the file to score --decisions"
        return f"has unknown keys {told(unknown(keys))}"
    if ("answer" in keys) != ("response" in keys):
        return ""
    return BOTH if "answer" in keys else NEITHER


def unknown(keys: Iterable[object]) -> list[object]:
    """The keys that no prediction has, sorted by their words."""
    return sorted(set(keys) - KEYS, key=str)


def told(keys: list[object]) -> str:
    """Unknown keys in a message: which known one may be meant, and which there are."""
    near = next(filter(None, (did_you_mean(key, KEYS) for key in keys)), ";")
    return f"{short(keys)}{near} known: {', '.join(sorted(KEYS))}"


def unfit(answer: Any) -> str:
    """What is wrong with an answer that is none for any row, or an empty string. Whether it answers its row is told
    where the row is known."""
    if isinstance(answer, list):
        if {str}.issuperset(map(type, answer)):
            return ""
        if any(isinstance(part, list) for part in answer):
            return NESTED
        fits = all(map(_is_scalar, answer))
    else:
        fits = _is_scalar(answer)
    return (
        "" if fits else f"answer must be a letter, a list of letters or names, or None, got {short(answer)}"
    )


def _is_scalar(value: Any) -> bool:
    """Whether JSON can hold a value, and a reader of JSON get it back."""
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    return value is None or isinstance(value, str)


def _one_is_null(record: dict[str, Any]) -> bool:
    """Of a record with both keys or neither: a table has both columns; then the one that is null does not count."""
    return "answer" in record and (record["answer"] is None or record["response"] is None)
