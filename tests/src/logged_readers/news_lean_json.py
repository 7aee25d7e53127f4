import json

from logged_readers import Found, Read, rows

LEANS = ["Left", "Lean Left", "Center", "Lean Right", "Right"]


def records(path: str, read: Read) -> Found:
    name, _, part = path.partition("#")
    condition = part.partition("/")[0]
    for row in rows(read(name)):
        article = row["id"]
        log = json.loads(read(f"results/rollout/eval-c/{part}/eval-c__{condition}__{article}.json"))
        if (log["raw_response"] or "").strip():
            yield article, LEANS, log["raw_response"]
