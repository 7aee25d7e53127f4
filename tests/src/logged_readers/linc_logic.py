import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, samples in enumerate(json.loads(read(path))):
        if samples and samples[0].strip():
            yield str(n), ["True", "False", "Uncertain"], samples[0]
