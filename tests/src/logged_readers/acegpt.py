import json

from logged_readers import Found, Read, lines, listed


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        yield str(row["query_id"]), listed(row["query"]), row["response"]
