import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in csv.DictReader(io.StringIO(read(path).decode("utf-8-sig"))):
        reply = row["LLM_Raw_Response"]
        options = [row[mark] for mark in "ABCD"]
        if reply.strip() and not reply.startswith("ERROR:") and all(option.strip() for option in options):
            yield row["Row_Index"], options, reply
