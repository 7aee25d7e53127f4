import json
from collections import Counter

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    seen: Counter[str] = Counter()
    for row in map(json.loads, lines(read(path))):
        source, reply = row["source_id"], row["evaluation_response"]
        if reply.strip() and reply != "(No prompt built)":
            seen[source] += 1
            key = source if seen[source] == 1 else f"{source}#{seen[source]}"
            yield key, ["Inconsistent", "Consistent", "Invalid"], reply
