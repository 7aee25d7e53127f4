import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for subject, rows in json.loads(read(path))["details"].items():
        for row in rows:
            shown = all(f"{c}. {o}" in row["prompt"] for c, o in zip("ABCD", row["options"], strict=False))
            if shown and row["model_output"].strip():
                yield f"{subject}/{row['question_id']}", row["options"], row["model_output"]
