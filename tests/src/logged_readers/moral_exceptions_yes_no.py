import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    options = ["yes, permissible", "no, impermissible"] if "committee" in path else ["yes", "no"]
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode(errors="replace")))):
        yield str(n), options, row["answer_text"]
