import io
import re
import xml.etree.ElementTree as ET
import zipfile

from logged_readers import Found, Read

_N = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def _table(data):
    book = zipfile.ZipFile(io.BytesIO(data))
    shared = [
        "".join(t.text or "" for t in s.iter(_N + "t"))
        for s in ET.fromstring(book.read("xl/sharedStrings.xml"))
    ]
    for row in ET.fromstring(book.read("xl/worksheets/sheet1.xml")).iter(_N + "row"):
        cells = {}
        for cell in row:
            value = cell.find(_N + "v")
            if value is not None:
                cells[re.match("[A-Z]+", cell.get("r"))[0]] = (
                    shared[int(value.text)] if cell.get("t") == "s" else value.text
                )
        yield cells


def records(path: str, read: Read) -> Found:
    name, model, language = path.split("#")
    table = _table(read(name))
    end = "_CN" if language == "zh" else ""
    column = {title: letter for letter, title in next(table).items()}
    for number, row in enumerate(table, 1):
        question, response = row[column["Question" + end]], row.get(column[model + end], "")
        options = re.search(r"\[([^\[\]]+)\]\s*$", question)[1]
        if response.strip() and "调用失败" not in response:
            yield str(number), [o.strip() for o in re.split("[,，]", options)], response
