import csv
import io
import re

from logged_readers import Found, Read

MARK = re.compile(r"[(（]([A-H])[)）]\s*")


def records(path: str, read: Read) -> Found:
    name, model = path.split("#")
    for n, row in enumerate(csv.DictReader(io.StringIO(read(name).decode("utf-8-sig")))):
        parts = MARK.split(row["Prompt"])
        options = [x.strip() for x in parts[2::2]]
        if len(options) < 3 or "".join(parts[1::2]) != "ABCDEFGH"[: len(options)] or not all(options):
            continue
        if (row.get(model) or "").strip():
            yield str(n), options, row[model]
