import json

from logged_readers import Found, Read, marked


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        if row["type"] == "MCQ(multiple)":
            options = marked(row["question"], r"(?m)^\s*[(\[][A-D][)\]] ")
            yield str(n), [" ".join(option.split()) for option in options], row["response"]
