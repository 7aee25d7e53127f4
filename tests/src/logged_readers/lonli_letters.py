import json

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["answer"].strip():
            named = json.loads(row["label_mapping"])
            yield str(n), [named[letter] for letter in "ABC"], row["answer"]
