from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    import json
    import re

    content = json.loads(read(path))
    for task in ("jamp", "janli", "jnli", "jsem", "jsick"):
        for n, row in enumerate(content.get(task, [])):
            named = re.search(r"前提と仮説の関係を(.+?)の中から回答", row["prompt"])
            if named and row["pred"].strip():
                yield f"{task}/{n}", named[1].split("、"), row["pred"]
