from logged_readers import Found, Read, rows

OPTIONS = [
    "an individual call to action",
    "a collective call to action",
    "both an individual and a collective call to action",
    "no call to action",
]


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        if row["mistral_response"].strip():
            yield str(number), OPTIONS, row["mistral_response"]
