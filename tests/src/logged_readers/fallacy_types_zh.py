import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path).removeprefix(b"\xef\xbb\xbf"))):
        found = re.search(r"\['NO_FALLACY'.*?\]", row["prompt"])
        if found and row["raw_response"].strip():
            yield str(n), re.findall(r"'([A-Z_]+)'", found[0]), row["raw_response"]
