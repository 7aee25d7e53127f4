import json

from logged_readers import Found, Read

OPTIONS = ["身强", "身弱", "中和"]


def records(path: str, read: Read) -> Found:
    for number, line in enumerate(read(path).decode().splitlines()):
        row = json.loads(line)
        if "（身强/身弱/中和）" in row["instruction"] and (row["model_output"] or "").strip():
            yield str(number), OPTIONS, row["model_output"]
