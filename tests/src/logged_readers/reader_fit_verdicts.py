import json

from logged_readers import Found, Read

PATHS += [(f"results/cache/{name}.json", "gemini-2.5-flash", "en") for name in GEMINI.split()]


def records(path: str, read: Read) -> Found:
    yield "0", ["A", "B", "tie"], json.loads(read(path))["content"]
