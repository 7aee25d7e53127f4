import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode("utf-8-sig")))):
        options = [row[c].strip() for c in "ABCDE"]
        if all(options) and row["model_output"].strip():
            yield str(n), options, row["model_output"]
