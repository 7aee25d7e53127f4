import io
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from logged_readers import Found, Read

PART = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def texts(element: ElementTree.Element) -> str:
    return "".join(t.text or "" for t in element.iter(f"{PART}t"))


def table(data: bytes) -> Iterator[dict[str, str]]:
    """The rows of the second sheet (the first reviewer), by column letter."""
    book = zipfile.ZipFile(io.BytesIO(data))
    strings = []
    if "xl/sharedStrings.xml" in book.namelist():
        strings = [
            texts(i) for i in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).iter(f"{PART}si")
        ]
    for row in ElementTree.fromstring(book.read("xl/worksheets/sheet2.xml")).iter(f"{PART}row"):
        cells = {}
        for cell in row.iter(f"{PART}c"):
            value = cell.findtext(f"{PART}v") or texts(cell)
            column = (cell.get("r") or "").rstrip("0123456789")
            cells[column] = strings[int(value)] if cell.get("t") == "s" else value
        yield cells


def records(path: str, read: Read) -> Found:
    rows = list(table(read(path)))
    replies = [column for column, name in rows[0].items() if name.startswith("Thoughts - ")]
    for n, row in enumerate(rows[1:]):
        for column in replies:
            reply = row.get(column, "")
            if reply.strip() and reply.strip() not in ("No Data", "NO DATA"):
                yield f"{n} {column}", ["Yes", "No", "Maybe"], reply
