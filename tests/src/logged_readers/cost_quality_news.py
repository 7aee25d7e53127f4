import json

from logged_readers import Found, Read

CLASSES = ["World", "Sports", "Business", "Sci/Tech"]


def records(path: str, read: Read) -> Found:
    path, model = path.split("#")
    for line in read(path).decode().split("\n"):
        row = json.loads(line) if line.strip() else {}
        if row.get("task") == "classification" and row["model"] == model and row["response_text"]:
            yield f"{row['example_id']}/{row['repeat']}", CLASSES, row["response_text"]
