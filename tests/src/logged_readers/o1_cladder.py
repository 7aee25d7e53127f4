import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        reply = json.loads(line)["raw_inference_result"]
        if reply and reply.strip():
            yield str(n), ["yes", "no"], reply
