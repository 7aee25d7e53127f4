import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """The context of a question is shown twice, vague and clear; the place in the file tells them apart."""
    for n, row in enumerate(json.loads(read(path))["predictions"]):
        yield f"{n}/{row['example_id']}", [row["ans0"], row["ans1"], row["ans2"]], row["prediction_raw"]
