import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode("utf-8-sig")))):
        if (row.get("ModelResponse") or "").strip():
            yield str(n), ["Commonsense", "Logical", "Quantitative"], row["ModelResponse"]
