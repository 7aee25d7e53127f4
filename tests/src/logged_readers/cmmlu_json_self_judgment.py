import csv
import io
import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    log, _, model = path.partition("#")
    if model:
        logged = [
            row for row in csv.DictReader(io.StringIO(read(log).decode("utf-8-sig"))) if row["model"] == model
        ]
    else:  # its first rows, without this field, are of a trial whose prompt had not shown the options yet
        logged = [row for line in lines(read(log)) if "reason_length" in (row := json.loads(line))]
    exams: dict[str, list[dict[str, str]]] = {}
    for n, row in enumerate(logged):
        if row["language"] != "zh" or row["model_raw_output"].startswith("API_ERROR"):
            continue
        exam = row["file"]
        if exam not in exams:
            text = read(f"data/dev_labeled/{exam}").decode("utf-8-sig")
            exams[exam] = list(csv.DictReader(io.StringIO(text)))
        question = exams[exam][int(row["row_index"])]
        options = [question[mark].strip() for mark in "ABCD"]
        if question["Question"] == row["question"] and all(options):
            yield f"{n} {row['strategy']} {exam} {row['row_index']}", options, row["model_raw_output"]
