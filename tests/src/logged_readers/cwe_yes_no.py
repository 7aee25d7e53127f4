import json

from logged_readers import Found, Read

PRINTED = "We are going to query the model now!!"  # by the program, before the reply


def records(path: str, read: Read) -> Found:
    for number, cell in enumerate(json.loads(read(path))["cells"]):
        if "Answer (Yes or No." not in "".join(cell["source"]):
            continue
        for output in cell.get("outputs", []):
            _, found, reply = "".join(output.get("text", [])).partition(PRINTED)
            if found and reply.strip():
                yield str(number), ["Yes", "No"], reply.strip()
