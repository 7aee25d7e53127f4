import ast
import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    # before the option, or a digit behind it
    mark = re.compile(r"^\s*[أبجده]\s*[.)]\s*(?=\D)|\s*\.[1-9]\s*$")
    for n, row in enumerate(rows(read(path))):
        if row["choices"].startswith("["):
            options = [mark.sub("", x).strip() for x in ast.literal_eval(row["choices"])]
            yield str(n), options, row["gpt-4.1-answers"]
