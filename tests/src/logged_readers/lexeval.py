import json

from logged_readers import Found, Read, lines, listed


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), listed(row.get("input") or ""), row.get("output") or ""
