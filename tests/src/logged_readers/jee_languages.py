import json

from logged_readers import Found, Read, marked


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        answer = next(row[key] for key in row if key.endswith("_response"))
        options = marked(row["question"], r"\[[A-D]\]") or marked(row["question"], r"\([A-D]\)")
        yield str(n), options, answer["choices"][0]["message"]["content"]
