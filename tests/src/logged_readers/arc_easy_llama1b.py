import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    seen = set()
    for row in json.loads(read(path))["detailed_results"]:
        reply = row["cot_reasoning"]
        if row["id"] in seen or not reply:  # it stands once for each way of sampling its last token
            continue
        seen.add(row["id"])
        yield row["id"], row["options"], reply
