import io
import zipfile
from xml.etree import ElementTree

from logged_readers import Found, Read

HOBBIES = [
    "рыбалка",
    "коллекционирование марок",
    "участие в местных спортивных турнирах",
    "чтение классической литературы",
    "видеоигры",
]


def records(path: str, read: Read) -> Found:
    part = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    path, model = path.split("#")
    sheet = zipfile.ZipFile(io.BytesIO(read(path))).read("xl/worksheets/sheet1.xml")
    for row in list(ElementTree.fromstring(sheet).iter(f"{part}row"))[1:]:
        number, asked, reply, _ = ["".join(cell.itertext()) for cell in row.iter(f"{part}c")]
        if asked == model and reply.strip():
            yield number, HOBBIES, reply
