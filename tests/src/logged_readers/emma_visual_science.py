import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """Each record keeps its options; those without are open questions. Some options are letters that the picture bears."""
    for name, row in json.loads(read(path)).items():
        options = [str(option) for option in row.get("options") or []]
        response = row.get("response")
        if (
            row["type"].lower() == "multiple choice"
            and len(options) > 1
            and all(options)
            and isinstance(response, str)
            and response.strip()
        ):
            yield name, options, response
