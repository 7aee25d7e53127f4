import csv
import io
import sys

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    csv.field_size_limit(sys.maxsize)
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode("utf-8-sig"), newline=""))):
        if (row["raw_output_1"] or "").strip():
            yield str(n), ["low", "medium", "high", "very high"], row["raw_output_1"]
