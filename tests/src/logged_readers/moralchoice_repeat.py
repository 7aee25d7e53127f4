import csv
import io
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode()))):
        options = [x.strip() for x in re.findall(r"^- (.+)$", row["question_text"], re.M)]
        if row["question_type"] == "repeat" and len(options) == 2 and row["answer_raw"].strip():
            yield str(n), options, row["answer_raw"]
