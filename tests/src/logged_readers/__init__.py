"""Readers of the sources of logged responses, one file each, named as the source or its `reader` in sources.toml; `records` gives what a file of the repository at
that path holds: the key of each response, the options as shown, the response. Here stands what several share."""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

Read = Callable[[str], bytes]  # a file of the repository by its path; behind a "#" stands which part of it
Found = Iterator[tuple[str, list[str], str]]  # record, options as shown, response


def lines(data: bytes) -> list[str]:
    return [line for line in data.decode().split("\n") if line.strip()]


def rows(data: bytes, errors: str = "strict") -> Iterator[dict[str, str]]:
    return csv.DictReader(io.StringIO(data.decode(errors=errors)))


def listed(text: str) -> list[str]:
    """The options that a question lists one per line, marked A, B, C ... in order."""
    found: list[str] = []
    for match in re.finditer(r"^\s*\(?([A-P])[\)\.:：．、]\s*(.+)$", text, re.M):
        if match[1] == chr(65 + len(found)):
            found.append(match[2].strip())
    return found


def xlsx(data: bytes, sheet: str = "sheet1") -> list[dict[str, str]]:
    """The rows of a workbook's sheet, keyed by its first row."""
    part = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    book = zipfile.ZipFile(io.BytesIO(data))
    strings = [
        "".join(t.text or "" for t in item.iter(f"{part}t"))
        for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
    ]
    table: list[dict[str, str]] = []
    for row in ElementTree.fromstring(book.read(f"xl/worksheets/{sheet}.xml")).iter(f"{part}row"):
        cells = {}
        for cell in row.iter(f"{part}c"):
            value = cell.findtext(f"{part}v")
            if value is not None:
                column = (cell.get("r") or "").rstrip("0123456789")
                cells[column] = strings[int(value)] if cell.get("t") == "s" else value
        table.append(cells)
    return [{name: row.get(column, "") for column, name in table[0].items()} for row in table[1:]]


def marked(text: str, mark: str) -> list[str]:
    """The parts of a text behind each of its marks."""
    return [part.strip() for part in re.split(mark, text)[1:]]


def in_order(text: str, mark: str) -> list[str]:
    """The parts of a text behind its marks, whose letter is the pattern's one group; none where they are not A, B, C ... or a part is empty."""
    _, *found = re.split(mark, text)
    parts = [part.strip() for part in found[1::2]]
    return parts if found[::2] == list("ABCDEFGHIJ"[: len(parts)]) and all(parts) else []


_IN_DEBATE = re.compile(
    r": A\) (.+?), B\) (.+?), C\) (.+?), D\) (.+) Explain your \w+, putting the answer in the form \(X\)",
    re.S,
)


def in_debate(asked: str) -> list[str]:
    """The four options of a question as debates on MMLU ask it in one line; none where it is asked otherwise."""
    match = _IN_DEBATE.search(asked)
    return [x.strip() for x in match.groups()] if match else []
