import json

from logged_readers import Found, Read

# "direct" repeats replies of experiment 1; the two others name no yes or no
LEFT_OUT = {"direct", "indirect", "adversarial"}


def records(path: str, read: Read) -> Found:
    path, model = path.split("#")
    for n, row in enumerate(json.loads(read(path))):
        if row["model"] == model and row.get("framing") not in LEFT_OUT and row["raw_response"].strip():
            yield f"{n}/{row['item']}", ["Yes", "No"], row["raw_response"]
