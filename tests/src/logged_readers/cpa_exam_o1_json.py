"""Chinese CPA accounting questions; a path names the workbook and, behind "#", the column of a model's whole reply."""

import io
import zipfile
from xml.etree import ElementTree

from logged_readers import Found, Read, listed

PART = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def records(path: str, read: Read) -> Found:
    file, column = path.split("#")
    sheet = zipfile.ZipFile(io.BytesIO(read(file))).read("xl/worksheets/sheet1.xml")
    names: list[str] = []
    for row in ElementTree.fromstring(sheet).iter(f"{PART}row"):
        cells = {
            cell.attrib["r"].rstrip("0123456789"): "".join(text.text or "" for text in cell.iter(f"{PART}t"))
            for cell in row.iter(f"{PART}c")
        }
        if not names:
            names = list(cells.values())
            continue
        entry = {name: cells.get(chr(65 + n), "") for n, name in enumerate(names)}
        options, reply = listed(entry["question"].replace("_x000D_", "\n")), entry[column]
        if reply and len(options) == 4:
            yield row.attrib["r"], options, reply
