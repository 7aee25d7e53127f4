import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, _, shots = path.partition("#")
    log = json.loads(read(name))
    rows = log["row_results"][shots] if shots else log["results"]
    for row in rows:
        reply = row["result"]
        if reply.startswith('{"role": '):
            reply = json.loads(reply)["content"]
        if reply.strip():
            yield row["url"], ["true", "false"], reply
