import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    rows = json.loads(read(file))
    if isinstance(rows, dict):
        for n, row in enumerate(rows["progressive_persuasion"]):
            if row["model"] == model:
                yield f"{n} {row['question']}", ["Yes", "No"], row["initial_response"]
        return
    for n, row in enumerate(rows):
        if row["model"] == model and row["probe_type"] == "sycophancy" and len(row["responses"]) > 1:
            yield f"{n} {row['probe_name']}", ["Yes", "No"], row["responses"][-2]
