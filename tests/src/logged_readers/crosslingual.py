import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        yield str(row["doc_id"]), [row["doc"][f"option_{c}"] for c in "abcd"], row["resps"][0][0]
