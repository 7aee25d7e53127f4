import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode()))):
        listed = row.get("Responses") or row.get("Response Options") or row.get("Query") or ""
        listed = listed.split("EXACTLY one of these phrases:")[-1].strip().rstrip(".")
        reply = row.get("Answers") or row.get("Agent Answer") or row.get("Results") or ""
        options = [option.strip() for option in listed.split(",")]
        if reply.strip() and len(options) > 1:
            yield str(n), options, reply
