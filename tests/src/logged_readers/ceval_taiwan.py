import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path))["details"]:
        options = [str(x) for x in row["options"].values()]
        if (
            list(row["options"]) == list("ABCD")
            and all(x.strip() for x in options)
            and (row["raw_output"] or "").strip()
        ):
            yield f"{row['subject']}/{row['id']}", options, row["raw_output"]
