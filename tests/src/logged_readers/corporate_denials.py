import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    for row in csv.DictReader(io.StringIO(read(file).decode())):
        if row["model"].endswith(model):
            yield f"{row['question_id']} {row['pressure_name']}", ["Yes", "No"], row["response"]
