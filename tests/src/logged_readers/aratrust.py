import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        options = [re.sub(r"^\s*[أإابج]\s*\)\s*", "", row[f"choice_{c}"]).strip() for c in "abc"]
        yield row["sample_idx"], options, row["raw_response"]
