import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if row["prediction"] and row["prediction"].strip():
            yield str(n), row["choices"], row["prediction"]
