import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        if line.strip():
            row = json.loads(line)
            yield row["index"], [row["alternative1"], row["alternative2"]], row["gpt_response"]
