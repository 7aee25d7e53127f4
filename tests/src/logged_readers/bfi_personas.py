import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    scale = (
        "disagree strongly",
        "disagree a little",
        "agree nor disagree",
        "agree a little",
        "agree strongly",
    )
    name, model = path.split("#")
    for n, row in enumerate(csv.DictReader(io.StringIO(read(name).decode("utf-8-sig")))):
        if row["model_key"] == model and row["Answer"].strip():
            yield str(n), [f"{x} with the statement" for x in scale], row["Answer"]
