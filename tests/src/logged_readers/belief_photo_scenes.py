import io
import re
import zipfile
from xml.etree import ElementTree

from logged_readers import Found, Read

PART = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def records(path: str, read: Read) -> Found:
    path, _, sheet = path.partition("#")
    book = zipfile.ZipFile(io.BytesIO(read(path)))
    strings = [
        "".join(t.text or "" for t in item.iter(f"{PART}t"))
        for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
    ]
    header: dict[str, str] = {}
    for number, row in enumerate(
        ElementTree.fromstring(book.read(f"xl/worksheets/{sheet}.xml")).iter(f"{PART}row")
    ):
        cells = {}
        for cell in row.iter(f"{PART}c"):
            value = cell.findtext(f"{PART}v")
            if value is not None:
                column = (cell.get("r") or "").rstrip("0123456789")
                cells[column] = strings[int(value)] if cell.get("t") == "s" else value
        if number == 0:
            header = cells
            continue
        for column, name in header.items():
            asked = re.fullmatch(r"response[_ ](\d+)", name.strip())
            if asked and cells.get(column, "").strip():
                yield f"{number}-{asked[1]}", ["Yes", "No"], cells[column]
