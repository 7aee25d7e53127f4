import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    table = csv.DictReader(io.StringIO(read(path).decode("utf-8-sig")), delimiter=";")
    for n, row in enumerate(table):
        options = [row[c].strip() for c in "ABC"] if "A" in row else ["Ja", "Nein"]
        yield str(n), options, row["output"] or ""
