from functools import partial

from logged_readers import Found, Read, rows

OPTIONS = [
    "an individual call to action",
    "a collective call to action",
    "both an individual and a collective call to action",
    "no call to action",
]


def of_column(column: str, path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        if row[column].strip():
            yield str(number), OPTIONS, row[column]


records = partial(of_column, "llama_response")
