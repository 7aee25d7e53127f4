import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        for order, found in row["results"][0].items():
            if found["completion"][0].strip():
                yield f"{n}/{order}", ["Output (a)", "Output (b)"], found["completion"][0]
