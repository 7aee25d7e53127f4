import ast
import io
import re
import zipfile
from xml.etree import ElementTree

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    file, field = path.split("#")
    part = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    book = zipfile.ZipFile(io.BytesIO(read(file)))
    head = None
    for row in ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml")).iter(part + "row"):
        cells = {
            c.get("r").rstrip("0123456789"): "".join(
                t.text or "" for t in c.iter() if t.tag in (part + "t", part + "v")
            )
            for c in row.iter(part + "c")
        }
        if head is None:
            head = {name: column for column, name in cells.items()}
            continue
        named = {name: cells.get(column, "") for name, column in head.items()}
        if named["Question Type"] == "NUM" or not re.fullmatch(r"\s*[A-D]\s*", named["Correct Answer"]):
            continue
        pieces = re.split(r"\(([A-D])\)", "".join(ast.literal_eval(named["QUESTION"])))
        response = "".join(ast.literal_eval(named[field]))
        if pieces[-8::2] == list("ABCD") and response.strip():
            yield named["Unnamed: 0"], [x.strip().rstrip(",") for x in pieces[-7::2]], response
