"""What a person or a judge decided about responses that extraction leaves unparsed: a JSON Lines file, made from what
`cultural-tom extract --unparsed` writes, with an answer on each line.

A decision is for one response, word for word: it names the prediction and holds the sha256 of the response. It never
replaces an answer that was read, and never a prediction without a response.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cultural_tom.predictions import json_lines
from cultural_tom.predictions.record import Prediction, answer_of
from cultural_tom.problems import InputError, Problem, by_line, counted, raise_errors
from cultural_tom.rows.repository import write_lines
from cultural_tom.scoring.answers import Answers, Indices, of_answer
from cultural_tom.subsets import EVERY_CONFIG
from cultural_tom.visible import json_text, short

NEEDED = ("id", "answer", "response_sha256")
SHOWN_WITH = ("reason", "answer_format", "language", "question", "options", "slots", "response", "by", "note")
KEYS = frozenset({*NEEDED, "permutation", "sample", *SHOWN_WITH})
_UNKNOWN = "is none of the predictions (id, permutation and sample)"
Key = tuple[str, int, int]
"""(id, permutation, sample)"""


@dataclass(frozen=True)
class Decision:
    """One line of the file: `answer` as in a predictions file, None for "commits to nothing"."""

    key: Key
    answer: Any
    response_sha256: str
    line: int


@dataclass(frozen=True)
class Decisions:
    """The decisions in a file, and its name in messages."""

    place: str
    decisions: tuple[Decision, ...]

    def told(self) -> str:
        """How many there are, in words."""
        nothing = sum(d.answer is None for d in self.decisions)
        said = f"{self.place}: {counted(len(self.decisions), 'decision')} used"
        return f"{said}, {nothing} of them that a response commits to nothing" if nothing else said

    def digest(self) -> str:
        """sha256 over what was decided about which response: the same whatever the order of the lines, who decided, and what
        else stands beside it."""
        said = sorted(json.dumps([*d.key, d.response_sha256, d.answer]) for d in self.decisions)
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def sha256(response: str) -> str:
    return hashlib.sha256(response.encode("utf-8", "surrogatepass")).hexdigest()


def to_decide(
    prediction: Prediction,
    config: str,
    row: Mapping[str, Any],
    question: str,
    options: Sequence[str],
    reason: str,
) -> dict[str, Any]:
    """The line of an unparsed response; who decides adds `answer`. options: as they were shown."""
    assert prediction.response is not None
    return {
        "id": prediction.id,
        **{key: n for key in ("permutation", "sample") if (n := getattr(prediction, key))},
        "response_sha256": sha256(prediction.response),
        "reason": reason,
        "answer_format": row["answer_format"],
        "language": EVERY_CONFIG[config].language,
        "question": question,
        "options": {answer_of({"answer_format": "choice"}, [i]): text for i, text in enumerate(options)},
        **({"slots": list(row["slots"])} if row["slots"] else {}),
        "response": prediction.response,
    }


def not_there(*files: tuple[Path | None, str]) -> None:
    """Raises `InputError` with every file to be written, and its option, that is there (one with decisions in it is nobody's to replace) or
    that two options name."""
    problems: list[Problem] = []
    named: dict[Path, str] = {}
    for path, option in ((path, option) for path, option in files if path is not None):
        if path.exists() or path.is_symlink():
            problems.append(Problem(f"{option} {path}", "is there already; name a file that is not"))
        elif (other := named.setdefault(path.resolve(), option)) != option:
            problems.append(Problem(f"{option} {path}", f"is the file of {other} as well; name another"))
    raise_errors(problems, f"{counted(len(problems), 'problem')}; nothing was written")


def write(path: Path, lines: Iterator[dict[str, Any]], option: str) -> None:
    """Write lines, decided or to decide, into a file that is not there yet."""
    not_there((path, option))
    write_lines(path, (json_text(line, indent=None) + "\n" for line in lines), option)


def read(path: Path) -> Decisions:
    """The decisions in a file. Raises `InputError` with every line that is none."""
    if not path.is_file():
        raise InputError.one(str(path), "is no file; expected decisions, one JSON object on each line")
    problems: list[Problem] = []
    found: dict[Key, Decision] = {}
    for line, record in json_lines.records(path):
        fault = record if isinstance(record, str) else _wrong(record)
        if not fault and isinstance(record, dict):
            key = (record["id"], record.get("permutation") or 0, record.get("sample") or 0)
            decision = Decision(key, record["answer"], record["response_sha256"], line)
            if found.setdefault(key, decision) is not decision:
                fault = f"id {short(key[0])} was already decided on line {found[key].line}"
        if fault:
            problems.append(Problem(f"{path.name} line {line}", fault, line=line))
    if not found and not problems:
        problems.append(Problem(str(path), "holds no decision"))
    raise_errors(problems, f"{path}: {counted(len(problems), 'problem')}; nothing was scored")
    return Decisions(path.name, tuple(found.values()))


def _wrong(record: dict[str, Any]) -> str:
    """What is wrong with a line, or an empty string."""
    if strange := sorted(record.keys() - KEYS):
        return f"has unknown keys {short(strange)}; known: {', '.join(sorted(KEYS))}"
    if missing := [key for key in NEEDED if key not in record]:
        return f"needs {', '.join(missing)} (null says that the response commits to nothing; lines not decided yet may be left out)"
    for key in ("id", "response_sha256"):
        if not isinstance(record[key], str):
            return f"{key} must be a string, got {short(record[key])}"
    for key in ("permutation", "sample"):
        value = record.get(key)
        if value is not None and (type(value) is not int or value < 0):
            return f"{key} must be a whole number from 0, got {short(value)}"
    return ""


def decide(answers: Mapping[str, Answers], predictions: Sequence[Prediction], decisions: Decisions) -> None:
    """Put what was decided into the answers. Raises `InputError` with every decision that is for no unparsed response of
    these predictions, and every answer that has not the form of its row; then nothing is changed."""
    by_key = {(p.id, p.permutation, p.sample): p for p in predictions}
    unparsed = {line for found in answers.values() for line in found.unparsed_lines}
    problems: list[Problem] = []
    decided: dict[str, dict[int, tuple[int, Prediction, Indices]]] = {config: {} for config in answers}
    for d in decisions.decisions:
        prediction = by_key.get(d.key)
        found = answers.get(d.key[0].partition("/")[0])
        fault = _not_for(d, prediction, unparsed) if found else _UNKNOWN
        if not fault:
            assert prediction is not None and found is not None
            i = found.table.position[prediction.id]
            indices = of_answer(found, i, d.answer, prediction.permutation)
            if isinstance(indices, str):
                fault = indices
            elif indices is not None:
                decided[found.table.config][prediction.line] = (i, prediction, indices)
        if fault:
            problems.append(
                Problem(f"{decisions.place} line {d.line} ({short(d.key[0])})", fault, line=d.line)
            )
    raise_errors(
        by_line(problems), f"{decisions.place}: {counted(len(problems), 'problem')}; nothing was scored"
    )
    for config, of_config in decided.items():
        answers[config].decide(of_config)


def _not_for(d: Decision, prediction: Prediction | None, unparsed: set[int]) -> str:
    """Why a decision is for no unparsed response, or an empty string."""
    if prediction is None:
        return _UNKNOWN
    if prediction.response is None:
        return "has an answer in the predictions, and no response to decide about"
    if sha256(prediction.response) != d.response_sha256:
        return "was decided about another response than the one in the predictions (sha256)"
    if prediction.line not in unparsed:
        return "is read by extraction; only unparsed responses are decided"
    return ""
