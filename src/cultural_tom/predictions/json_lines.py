"""Predictions as JSON Lines: how they are read, and the one form in which they are written and hashed."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn, Protocol

from cultural_tom.predictions.record import COUNTS, MAX_COUNT, NESTED, Prediction
from cultural_tom.rows.repository import write_text
from cultural_tom.visible import short

MAX_LINE = 10_000_000  # bytes; a response of 10 MB is no answer, and reading it whole would cost memory
TOO_LONG = f"is longer than {MAX_LINE} bytes; shorten the response"
MAX_DIGITS = 400  # of a number in JSON; more than a float can hold, and fewer than Python refuses to read
BLOCK = 1 << 20  # bytes read at once
_ESCAPED = 12  # bytes that one character may take in JSON
_TEXT = json.JSONEncoder(ensure_ascii=False)
_quoted = json.encoder.encode_basestring


class Digest(Protocol):
    """As much of a hash as reading needs."""

    def update(self, data: bytes, /) -> None: ...


def records(path: Path, seen: Digest | None = None) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """(line number from 1, object or what is wrong). A byte order mark and Windows line ends are accepted. seen: is given the
    bytes as they are read."""
    for number, raw in enumerate(_lines(path, seen), 1):
        if raw is None:
            yield number, TOO_LONG
            continue
        try:
            text = raw.decode("utf-8").strip()
            if not text:
                continue
            record, end = (_scan if len(text) <= MAX_DIGITS else _scan_guarded)(text, 0)
        except UnicodeDecodeError as e:
            yield number, f"is not UTF-8 (byte {e.start})"
        except RecursionError:
            yield number, NESTED
        except StopIteration as e:
            yield number, f"is not JSON{_nul(raw)}: expected a value at character {e.value + 1}"
        except ValueError as e:
            yield number, f"is not JSON{_nul(raw)}: {_within_line(e)}"
        else:
            if end != len(text):
                yield number, f"is not JSON: there is more after the object, from character {end + 1}"
            else:
                yield (
                    number,
                    record if isinstance(record, dict) else f"must be a JSON object, got {short(record)}",
                )


def _within_line(e: ValueError) -> str:
    """What the decoder says, without its own count of lines: it was given one."""
    return f"{e.msg} (character {e.pos + 1})" if isinstance(e, json.JSONDecodeError) else str(e)


def canonical(prediction: Prediction) -> bytes:
    r"""The line of a prediction, with its end: `id`, then `answer` or `response`, then `permutation` and `sample`
    where they are not 0, in UTF-8 (escaped where a half surrogate leaves no other way).

    >>> canonical(Prediction("xfantom_fr/1", None, "Réponse : B", 2, 0, 1)).decode()
    '{"id": "xfantom_fr/1", "response": "Réponse : B", "permutation": 2}\n'
    """
    p, more = prediction, ""
    if p.response is not None:
        said = f'"response": {_quoted(p.response)}'
    else:  # most are a letter; an encoder of its own for each would cost four times as much
        said = f'"answer": {_quoted(p.answer) if type(p.answer) is str else _TEXT.encode(p.answer)}'
    if p.permutation:
        more = f', "permutation": {p.permutation}'
    if p.sample:
        more += f', "sample": {p.sample}'
    line = f'{{"id": {_quoted(p.id)}, {said}{more}}}'
    try:
        return line.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(json.loads(line)).encode() + b"\n"


def too_long(record: Mapping[str, Any]) -> bool:
    """Whether the line of a record that is no line would be refused in a file. Its answer must fit (`record.unfit`)."""
    row_id, answer, response = (record.get(key) for key in ("id", "answer", "response"))
    if isinstance(response, str) and len(response) > MAX_LINE:
        return True
    # Either answer or response is None: what is counted for it is more than keys, braces and counts take.
    parts = [row_id, response, *(answer if isinstance(answer, list) else [answer])]
    most = sum(len(part) if isinstance(part, str) else 20 for part in parts) + len(parts)
    if most * _ESCAPED <= MAX_LINE:
        return False
    counts = [n if type(n := record.get(key)) is int and 0 <= n <= MAX_COUNT else 0 for key in COUNTS]
    name, said = (text if isinstance(text, str) else None for text in (row_id, response))
    texts = [
        part
        for part in (name, said, *(answer if isinstance(answer, list) else [answer]))
        if isinstance(part, str)
    ]
    sizes = [_size(text) for text in texts]
    whole = None not in sizes
    if whole:  # the frame of the line, and what stands in it
        answer = ["" if isinstance(a, str) else a for a in answer] if isinstance(answer, list) else answer
        answer = "" if isinstance(answer, str) else answer
        name, said = "", None if said is None else ""
    line = canonical(Prediction(name or "", answer, said, counts[0], counts[1], 0))
    return len(line) - 1 + (sum(size or 0 for size in sizes) if whole else 0) > MAX_LINE


@lru_cache(maxsize=8)
def _size(text: str) -> int | None:
    """Bytes of a text in a line, where it can be written as it is: the same long one may come again and again."""
    try:
        return len(_quoted(text).encode()) - 2
    except UnicodeEncodeError:
        return None


def digest(predictions: Iterable[Prediction]) -> str:
    """sha256 of the canonical lines: that of the file which `save_predictions` writes."""
    h = hashlib.sha256()
    for prediction in predictions:
        h.update(canonical(prediction))
    return h.hexdigest()


def write(path: Path, predictions: Iterable[Prediction], option: str) -> None:
    """Write a predictions file, whole or not at all. option: where the path came from, for the message of the
    `InputError` if it cannot be written."""
    write_text(path, b"".join(map(canonical, predictions)).decode(), option, ours, "predictions file")


def ours(head: bytes) -> bool:
    """Whether a file begins with a prediction in the form that is written here."""
    line = head.partition(b"\n")[0]
    return line.startswith(b'{"id": "') and (b'", "answer": ' in line or b'", "response": "' in line)


def _nul(raw: bytes) -> str:
    return " (it holds a NUL byte)" if b"\0" in raw else ""


def _lines(path: Path, seen: Digest | None) -> Iterator[bytes | None]:
    """The lines of a file without their ends; None for one that is longer than MAX_LINE, which is not kept."""
    rest, skipping = b"", False
    with path.open("rb") as f:
        if (start := f.read(3)) != b"\xef\xbb\xbf":
            f.seek(0)
        elif seen is not None:
            seen.update(start)
        while block := f.read(BLOCK):
            if seen is not None:
                seen.update(block)
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


class _Huge:
    """A whole number of more digits than any key can have; Python would refuse to read it, or take minutes."""

    def __repr__(self) -> str:
        return "<int>"


def _number(digits: str) -> Any:
    return int(digits) if len(digits) <= MAX_DIGITS else _Huge()


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _scanner(number: Callable[[str], Any] = int) -> Callable[[str, int], tuple[Any, int]]:
    """What json.loads calls; taking it directly saves a third of the time on a million lines."""
    decoder = json.JSONDecoder(parse_constant=_no_constant, parse_int=number)
    scan: Callable[[str, int], tuple[Any, int]] = getattr(decoder, "scan_once")  # noqa: B009 (not in its type)
    return scan


_scan, _scan_guarded = _scanner(), _scanner(_number)  # a short text holds no long number
