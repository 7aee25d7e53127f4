import json

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    """The prompt of each question of the validation part stands, a file each, in another repository."""
    for row in json.loads(read(path))["val"]:
        number, reply = row["idx"], row["full_prediction"]
        task = "blink_jigsaw" if "Jigsaw" in number else "blink_depth"
        asked = json.loads(read(f"questions:tasks/{task}/processed/{number}/request.json"))
        options = in_order(asked["query"], r"\n\(([A-D])\) ")
        if options and asked["answer"] == row["answer"] and reply.strip():
            yield number, options, reply
