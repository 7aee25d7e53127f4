import json

from logged_readers import Found, Read, lines, rows


def records(path: str, read: Read) -> Found:
    """Danish and English rows stand together in some files; only the English ones are read."""
    options = {
        q["base_key"]: q["english"]["options"]
        for q in map(json.loads, lines(read("datasets/probability_test_set.jsonl")))
    }
    for row in rows(read(path).removeprefix(b"\xef\xbb\xbf")):
        if row["language"] == "english" and row["full_response"].strip():
            yield row["base_key"], options[row["base_key"]], row["full_response"]
