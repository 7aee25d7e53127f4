import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    content = json.loads(read(path))
    for n, row in enumerate(content["questions"]):
        if "abercrombie" in path:
            options = ["generic", "descriptive", "suggestive", "arbitrary", "fanciful"]
        else:
            head = row["question"].split("Merger Agreement:")[0]
            options = [
                line.split(": ", 1)[1].strip() for line in head.split("\n") if line.startswith("Option ")
            ]
        yield str(n), options, row["answer_raw"]
