import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    mark = re.compile(r"^\s*[\(\[]?[0-9A-Da-d]?[\)\.\]]\s*")
    for n, row in enumerate(rows(read(path))):
        options = [mark.sub("", x).strip() for x in row["ans_prompt"].splitlines() if x.strip()]
        yield str(n), options, row["completion"]
