import io
import zipfile
from xml.etree import ElementTree

from logged_readers import Found, Read

PART = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def cells(row: ElementTree.Element) -> dict[str, str]:
    """The texts of a row of a workbook that holds them in place, by column."""
    return {
        (cell.get("r") or "").rstrip("0123456789"): "".join(text.text or "" for text in cell.iter(f"{PART}t"))
        for cell in row.iter(f"{PART}c")
    }


def records(path: str, read: Read) -> Found:
    name, _, asked = path.partition("#")
    sheet = zipfile.ZipFile(io.BytesIO(read(name))).read("xl/worksheets/sheet1.xml")
    table = [cells(row) for row in ElementTree.fromstring(sheet).iter(f"{PART}row")]
    column = {title: letters for letters, title in table[0].items()}
    for number, row in enumerate(table[1:]):
        options = [row[column[f"option_{letter}"]] for letter in "abcd"]
        if row[column[f"{asked}_response"]].strip():
            yield str(number), options, row[column[f"{asked}_response"]]
