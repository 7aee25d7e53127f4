"""Predictions files: JSON Lines or Parquet, one answer or raw response per row id. Everything that is wrong
with a file is listed at once, with line numbers, and nothing is scored from a file with errors."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from cultural_tom.problems import Problem, raise_errors

MAX_LINE = 10_000_000  # bytes; a response of 10 MB is no answer, and reading it whole would cost memory
KEYS = frozenset({"id", "answer", "response", "permutation", "sample"})
MAX_PROBLEMS = 10_000  # a wrong file of a million lines need not become a million messages


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


def read(path: Path) -> list[Prediction]:
    """All predictions of a file in its order. Raises `InputError` with every problem: no such file, empty,
    a line that is no JSON object, missing or unknown keys, wrong types, duplicates."""
    problems: list[Problem] = []
    predictions: list[Prediction] = []
    seen: dict[tuple[str, int, int], int] = {}
    if not path.is_file():
        raise_errors([Problem(str(path), "is no file; expected JSON Lines or Parquet predictions")])
    records = _parquet(path) if _is_parquet(path) else _json_lines(path)
    for line, record in records:
        if len(problems) >= MAX_PROBLEMS:
            problems.append(Problem(str(path), f"reading stopped at line {line} after {MAX_PROBLEMS} problems"))
            break
        wrong = record if isinstance(record, str) else _wrong(record)
        if wrong:
            problems.append(Problem(f"{path.name} line {line}", wrong))
            continue
        assert isinstance(record, dict)
        p = Prediction(record["id"], record.get("answer"), record.get("response"),
                       record.get("permutation") or 0, record.get("sample") or 0, line)  # fmt: skip
        first = seen.setdefault((p.id, p.permutation, p.sample), line)
        if first != line:
            problems.append(Problem(f"{path.name} line {line}", f"id {p.id!r} was already answered on line {first}"))
            continue
        predictions.append(p)
    if not predictions and not problems:
        problems.append(Problem(str(path), "holds no prediction"))
    raise_errors(problems, f"{path}: {len(problems)} problem(s); nothing was scored")
    return predictions


def _wrong(record: dict[str, Any]) -> str:
    """What is wrong with one record, or an empty string."""
    row_id = record.get("id")
    if type(row_id) is not str or not row_id:
        return f"needs an id (a string), got {_short(row_id)}"
    if ("answer" in record) == ("response" in record) and not _one_is_null(record):
        return "needs either answer or response, not both and not neither"
    if not KEYS.issuperset(record):
        return f"has unknown keys {sorted(set(record) - KEYS)}; known: {', '.join(sorted(KEYS))}"
    response = record.get("response")
    if response is not None and type(response) is not str:
        return f"response must be a string, got {_short(response)}"
    for key in ("permutation", "sample"):
        value = record.get(key)
        if value is not None and (type(value) is not int or not 0 <= value < 2**31):
            return f"{key} must be a whole number from 0, got {_short(value)}"
    return ""


def _one_is_null(record: dict[str, Any]) -> bool:
    """A Parquet file has both columns; then the one that is null does not count."""
    both = "answer" in record and "response" in record
    return both and (record["answer"] is None or record["response"] is None)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as f:
        return f.read(4) == b"PAR1"


def _json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """(line number, object or what is wrong). A byte order mark and Windows line ends are accepted."""
    decode = json.JSONDecoder(parse_constant=_no_constant).decode
    with path.open("rb") as f:
        number = 0
        while raw := f.readline(MAX_LINE + 1):
            number += 1
            if len(raw) > MAX_LINE:
                while raw and not raw.endswith(b"\n"):
                    raw = f.readline(MAX_LINE)
                yield number, f"is longer than {MAX_LINE} bytes; shorten the response"
                continue
            if number == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            if not raw.strip():
                continue
            try:
                record = decode(raw.decode("utf-8"))
            except UnicodeDecodeError as e:
                yield number, f"is not UTF-8 (byte {e.start})"
                continue
            except RecursionError:
                yield number, "is nested too deeply"
                continue
            except ValueError as e:
                nul = " (it holds a NUL byte)" if b"\0" in raw else ""
                yield number, f"is not JSON{nul}: {e}"
                continue
            yield number, record if isinstance(record, dict) else f"must be a JSON object, got {_short(record)}"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _parquet(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
        number = 0
        for batch in file.iter_batches():
            for record in batch.to_pylist():
                number += 1
                yield number, record
    except (pa.ArrowException, OSError) as e:
        yield 0, f"cannot be read as Parquet: {e}"
