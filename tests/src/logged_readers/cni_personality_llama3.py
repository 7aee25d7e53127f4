import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode()))):
        if row["response_raw"].strip():
            yield str(n), ["Yes", "No"], row["response_raw"]
