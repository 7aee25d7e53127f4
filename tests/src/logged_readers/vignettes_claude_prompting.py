import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        options = [text for _, text in sorted(row["original_options"].items())]
        yield row["case_id"], options, row["claude_response"]
