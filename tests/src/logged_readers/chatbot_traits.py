import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        grades = re.findall(r"[1-5] = '?([A-Za-z ]+)", row["preamble"] + row["postamble"])
        if len(grades) == 5 and row["response"].strip():
            yield str(n), [grade.strip() for grade in grades], row["response"]
