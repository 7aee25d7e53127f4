"""Predictions files: JSON Lines or Parquet, one answer or raw response per row id. Everything that is wrong
with a file is listed at once, with line numbers, and nothing is scored from a file with errors."""

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from cultural_tom.problems import Problem, raise_errors
from cultural_tom.visible import short

MAX_LINE = 10_000_000  # bytes; a response of 10 MB is no answer, and reading it whole would cost memory
BLOCK = 1 << 20  # bytes read at once
KEYS = frozenset({"id", "answer", "response", "permutation", "sample"})
COUNTS = ("permutation", "sample")
BOTH = "needs either answer or response, not both and not neither"
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


@contextmanager
def without_collector() -> Iterator[None]:
    """Python's cycle collector off: a million records without cycles are not worth walking again and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def read(path: Path) -> list[Prediction]:
    """All predictions of a file in its order. Raises `InputError` with every problem that `collect` finds."""
    predictions, problems = collect(path)
    raise_errors(problems, f"{path}: {len(problems)} problem(s); nothing was scored")
    return predictions


@without_collector()
def collect(path: Path) -> tuple[list[Prediction], list[Problem]]:
    """The predictions of a file in its order, and its problems: empty, a line that is no JSON object, missing or
    unknown keys, wrong types, duplicates. Raises `InputError` where there is no such file."""
    problems: list[Problem] = []
    predictions: list[Prediction] = []
    seen: dict[tuple[str, int, int], int] = {}
    if not path.is_file():
        raise_errors([Problem(str(path), "is no file; expected JSON Lines or Parquet predictions")])
    records = _parquet(path) if _is_parquet(path) else _json_lines(path)
    for line, record in records:
        if problems and len(problems) >= MAX_PROBLEMS:
            problems.append(
                Problem(str(path), f"reading stopped at line {line} after {MAX_PROBLEMS} problems")
            )
            break
        if isinstance(record, str) or (wrong := _wrong(record)):
            problems.append(Problem(f"{path.name} line {line}", record if isinstance(record, str) else wrong))
            continue
        get = record.get
        row_id, order, sample = record["id"], get("permutation") or 0, get("sample") or 0
        first = seen.setdefault((row_id, order, sample), line)
        if first != line:
            problems.append(
                Problem(
                    f"{path.name} line {line}", f"id {short(row_id)} was already answered on line {first}"
                )
            )
            continue
        predictions.append(Prediction(row_id, get("answer"), get("response"), order, sample, line))
    if not predictions and not problems:
        problems.append(Problem(str(path), "holds no prediction"))
    return predictions, problems


def _wrong(record: dict[str, Any]) -> str:
    """What is wrong with one record, or an empty string."""
    row_id = record.get("id")
    if type(row_id) is not str or not row_id:
        return f"needs an id (a string), got {short(row_id)}"
    fault = _wrong_keys(tuple(record))
    if fault == BOTH and _one_is_null(record):
        fault = ""
    if fault:
        return fault
    response = record.get("response")
    if response is not None and type(response) is not str:
        return f"response must be a string, got {short(response)}"
    for key in COUNTS:
        if key in record:
            value = record[key]
            if value is not None and (type(value) is not int or not 0 <= value < 2**31):
                return f"{key} must be a whole number from 0, got {short(value)}"
    return ""


@lru_cache(maxsize=256)
def _wrong_keys(keys: tuple[str, ...]) -> str:
    """What is wrong with the keys of a record, or an empty string; the lines of a file mostly have the same."""
    if not KEYS.issuperset(keys):
        return f"has unknown keys {short(sorted(set(keys) - KEYS))}; known: {', '.join(sorted(KEYS))}"
    return BOTH if ("answer" in keys) == ("response" in keys) else ""


def _one_is_null(record: dict[str, Any]) -> bool:
    """A Parquet file has both columns; then the one that is null does not count."""
    both = "answer" in record and "response" in record
    return both and (record["answer"] is None or record["response"] is None)


def _is_parquet(path: Path) -> bool:
    with path.open("rb") as f:
        return f.read(4) == b"PAR1"


def _json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """(line number, object or what is wrong). A byte order mark and Windows line ends are accepted."""
    # scan_once is what json.loads calls; taking it directly saves a third of the time on a million lines.
    scan = getattr(json.JSONDecoder(parse_constant=_no_constant), "scan_once")  # noqa: B009 (not in its type)
    for number, raw in enumerate(_lines(path), 1):
        if raw is None:
            yield number, f"is longer than {MAX_LINE} bytes; shorten the response"
            continue
        try:
            text = raw.decode("utf-8").strip()
            if not text:
                continue
            record, end = scan(text, 0)
        except UnicodeDecodeError as e:
            yield number, f"is not UTF-8 (byte {e.start})"
        except RecursionError:
            yield number, "is nested too deeply"
        except StopIteration as e:
            yield number, f"is not JSON{_nul(raw)}: expected a value at character {e.value + 1}"
        except ValueError as e:
            yield number, f"is not JSON{_nul(raw)}: {e}"
        else:
            if end != len(text):
                yield number, f"is not JSON: there is more after the object, from character {end + 1}"
            else:
                yield (
                    number,
                    record if isinstance(record, dict) else f"must be a JSON object, got {short(record)}",
                )


def _nul(raw: bytes) -> str:
    return " (it holds a NUL byte)" if b"\0" in raw else ""


def _lines(path: Path) -> Iterator[bytes | None]:
    """The lines of a file without their ends; None for one that is longer than MAX_LINE, which is not kept."""
    rest, skipping = b"", False
    with path.open("rb") as f:
        if f.read(3) != b"\xef\xbb\xbf":
            f.seek(0)
        while block := f.read(BLOCK):
            *lines, last = block.split(b"\n")
            if lines:
                first = rest + lines[0]
                yield None if skipping or len(first) > MAX_LINE else first
                yield from lines[1:]
                rest, skipping = last, False
            elif not skipping:
                rest += last
            if len(rest) > MAX_LINE:
                rest, skipping = b"", True
    if rest or skipping:
        yield None if skipping else rest


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
