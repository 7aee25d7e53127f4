import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        yield row["custom_id"], ["ham", "spam"], row["response"]["body"]["choices"][0]["message"]["content"]
