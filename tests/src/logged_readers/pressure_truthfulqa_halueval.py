import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        if row["response_text"].strip():
            yield f"{row['item_id']}/{row['condition']}", row["options"], row["response_text"]
