import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    asked = [json.loads(line) for line in read("questions:dev.json").decode().split("\n") if line.strip()]
    options = {x["question"]: [o.split(")", 1)[1].strip() for o in x["options"]] for x in asked}
    for line in read(path).decode().split("\n"):
        row = json.loads(line) if line.strip() else {"dataset": ""}
        if row["dataset"] != "aqua" or row["question"] not in options:
            continue
        parts = row["raw_output"].split("\\n\\n") if "consistency" in row["style"] else [row["raw_output"]]
        if len(parts) not in (1, 3):
            continue
        for k, part in enumerate(parts):
            if part.strip():
                yield f"{row['sample_id']}/{row['style']}/{k}", options[row["question"]], part
