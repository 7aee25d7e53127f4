import io
import json
import zipfile

from logged_readers import Found, Read
from logged_readers.judgebench import OPTIONS


def records(path: str, read: Read) -> Found:
    folder = zipfile.ZipFile(io.BytesIO(read(path)))
    for line in folder.read("gpt-4-1106-preview.jsonl").decode().splitlines():
        row = json.loads(line)
        for n, game in enumerate(row["games"]):
            if game["judgment"].strip():
                yield f"{row['question_id']}-{n}", OPTIONS, game["judgment"]
