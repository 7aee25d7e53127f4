import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path))["questions"]:
        options, response = row["question"].get("options"), (row.get("Response") or {}).get("explanation")
        if (
            row["question"].get("type") == "MULTIPLE_CHOICE"
            and options
            and all(options.values())
            and response
        ):
            yield row["id"], [str(o) for o in options.values()], response
