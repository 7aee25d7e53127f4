import re

from logged_readers import Found, Read, marked, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        options = marked(row["answer_choices"], r"[１-５]．")
        options = [re.sub(r"\n\d+$", "", x).strip() for x in options]  # the page's number behind the last
        yield str(n), options, row.get("response_with_cot") or row["response"]
