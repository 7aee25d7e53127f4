import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        for prompt, response in row.items():
            if isinstance(response, str):
                yield f"{n}/{prompt}", row["targets"], response
