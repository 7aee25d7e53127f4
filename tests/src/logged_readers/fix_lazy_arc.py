import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        if row["dataset"] == "arc" and row["response"].strip():
            yield f"{row['condition']}/{row['index']}", row["choices"]["text"], row["response"]
