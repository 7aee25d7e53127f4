import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """The last turn of two is the reply; the question with its options stands in the first."""
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        reply = row["message"][-1]["content"]
        if reply.strip():
            yield str(n), row["origin"]["choices"], reply
