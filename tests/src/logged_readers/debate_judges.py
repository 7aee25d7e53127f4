import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    file, judge = path.split("#")
    for n, row in enumerate(json.loads(read(file)).get("judge_results") or []):
        if row["model"] == judge and row["logic"].strip():
            yield str(n), ["Proposition", "Opposition"], row["logic"]
