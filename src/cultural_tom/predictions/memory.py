"""Predictions that are in memory: an iterable of dicts, a `datasets.Dataset` or a pandas DataFrame, as the records
that a file would hold. No library is imported for them: who hands over a frame has pandas."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cultural_tom.predictions.json_lines import MAX_LINE, canonical
from cultural_tom.predictions.record import COUNTS, KEYS, Prediction, unfit, unknown
from cultural_tom.problems import InputError, Problem, raise_errors
from cultural_tom.visible import short

TAKEN = "a path, an iterable of dicts, a datasets.Dataset or a pandas DataFrame"
Records = Iterator[tuple[int, dict[str, Any] | str]]
BATCH = 10_000
_ESCAPED = 12  # bytes that one character may take in JSON
_EXACT = frozenset({str, int, bool, type(None)})
_NULLS = frozenset({"NAType", "NaTType"})


def records(source: object, name: str) -> Records:
    """(record number from 1, record or what is wrong with it). Raises `InputError` for what is no source of
    predictions, for a table without the columns of one, and where the source itself raises."""
    if isinstance(source, _type("pandas", "DataFrame")):
        found: Iterable[Any] = _of_frame(source, name)
    elif isinstance(source, _type("datasets", "Dataset")):
        found = _of_dataset(source, name)
    elif isinstance(source, Mapping):
        raise InputError.one(name, _of_mapping(source))
    elif isinstance(source, Iterable) and not isinstance(source, str | bytes | bytearray | memoryview):
        found = source
    else:
        raise InputError.one(name, f"must be {TAKEN}, got {short(source)}")
    return _numbered(found, name)


def plain(value: Any) -> Any:
    """A value in JSON's own types: numpy's and pandas' scalars and arrays as Python's, tuples as lists, and what
    means "nothing" there (NaN, NaT, NA) as None. What has no such form is left as it is.

    >>> plain((float("nan"), "A"))
    [None, 'A']
    """
    if type(value) in _EXACT:
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, float):
        return None if value != value else float(value)
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if type(value).__name__ in _NULLS:
        return None
    if callable(getattr(value, "tolist", None)):
        return plain(value.tolist())
    return int(value) if isinstance(value, int) else value


def _numbered(found: Iterable[Any], name: str) -> Records:
    number = 0
    try:
        for number, record in enumerate(found, 1):
            yield number, _record(record)
    except InputError:
        raise
    except Exception as e:  # the caller's own code: a generator that asks a model, a damaged table
        message = f"could not be had: {type(e).__name__}: {e}; nothing was done with the {number} before it"
        raise InputError.one(f"{name}, record {number + 1}", message) from e


def _record(record: Any) -> dict[str, Any] | str:
    if not isinstance(record, Mapping):
        return f"must be a dict such as {{'id': ..., 'response': ...}}, got {short(record)}"
    made = dict(record)
    try:
        for key, value in record.items():
            if type(value) not in _EXACT:
                made[key] = plain(value)
    except RecursionError:
        return "is nested too deeply"
    if fault := unfit(made.get("answer")):
        return fault
    response = made.get("response")
    if isinstance(response, str) and len(response) > MAX_LINE // _ESCAPED and _too_long(made):
        return f"is longer than {MAX_LINE} bytes; shorten the response"
    return made


def _too_long(record: dict[str, Any]) -> bool:
    """Whether the line of a record would be refused in a file."""
    return len(canonical(Prediction(str(record.get("id")), None, record["response"], 0, 0, 0))) > MAX_LINE


def _of_frame(frame: Any, name: str) -> Iterator[dict[str, Any]]:
    columns = [c if isinstance(c, str) else str(c) for c in frame.columns]
    hint = "select them: frame[['id', 'response']]"
    _check_columns(columns, name, hint, "id" in frame.index.names)
    lists = {key: frame[key].tolist() for key in columns}
    for key in COUNTS:  # a column with gaps is of floats, whatever was put in
        if key in lists:
            lists[key] = [int(v) if isinstance(v, float) and v.is_integer() else v for v in lists[key]]
    return (dict(zip(lists, values, strict=True)) for values in zip(*lists.values(), strict=True))


def _of_dataset(dataset: Any, name: str) -> Iterator[dict[str, Any]]:
    columns = list(dataset.column_names)
    _check_columns(columns, name, "select them: dataset.select_columns(['id', 'response'])")
    for batch in dataset.with_format(None).iter(BATCH):
        yield from (
            dict(zip(columns, v, strict=True)) for v in zip(*(batch[c] for c in columns), strict=True)
        )


def _check_columns(columns: list[str], name: str, hint: str, id_is_index: bool = False) -> None:
    """One message for a table, where each of its records would have the same."""
    problems = []
    if "id" not in columns:
        step = "; it is the index: use frame.reset_index()" if id_is_index else ""
        problems.append(Problem(name, f"needs a column id, the ids of the rows; got {short(columns)}{step}"))
    if not {"answer", "response"} & set(columns):
        problems.append(Problem(name, f"needs a column answer or response; got {short(columns)}"))
    if others := unknown(columns):
        known = ", ".join(sorted(KEYS))
        problems.append(Problem(name, f"has unknown columns {short(others)}; known: {known}; {hint}"))
    if twice := sorted({c for c in columns if columns.count(c) > 1}):
        problems.append(Problem(name, f"has several columns of one name: {short(twice)}"))
    raise_errors(problems, f"{name}: {len(problems)} problem(s) with its columns; nothing was done")


def _of_mapping(source: Mapping[Any, Any]) -> str:
    if type(source).__name__.endswith("DatasetDict"):
        return f"is a DatasetDict; name a split: source[{next(iter(source), 'test')!r}]"
    if "id" in source and isinstance(source["id"], str):
        return "is one record; put it into a list: [record]"
    return f"is a dict, got {short(source)}; expected {TAKEN}: [{{'id': ..., 'response': ...}}, ...]"


def _type(module: str, name: str) -> tuple[type, ...]:
    """A class of a library, if anything has imported it: without that nobody can hold an instance."""
    found = getattr(sys.modules.get(module), name, None)
    return (found,) if isinstance(found, type) else ()
