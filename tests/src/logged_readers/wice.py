import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        response = json.loads(line)["response"]
        if response.strip():
            yield str(n), ["supported", "partially_supported", "not_supported"], response
