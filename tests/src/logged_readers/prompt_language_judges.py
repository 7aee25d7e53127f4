import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    judge = path.split("_")[2]
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode("utf-8-sig")))):
        if row[f"evaluation_{judge}"].strip():
            yield str(n), ["A", "B", "Tie"], row[f"evaluation_{judge}"]
