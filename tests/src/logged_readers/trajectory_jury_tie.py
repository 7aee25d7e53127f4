import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for number, line in enumerate(lines(read(path))):
        row = json.loads(line)
        for judge in ("judge1", "judge2", "judge3"):
            if row.get(f"{judge}_output"):
                yield f"{number} {judge}", ["A", "B", "tie"], row[f"{judge}_output"]
