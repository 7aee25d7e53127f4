import json

from logged_readers import Found, Read


def lines(data):
    return [json.loads(x) for x in data.decode().split("\n") if x.strip()]


def records(path: str, read: Read) -> Found:
    options = {x["id"]: [str(o).strip() for o in x["options"]] for x in lines(read("data/test.jsonl"))}
    for row in lines(read(path)):
        shown = options.get(str(row["id"])) or []
        if (
            len(shown) > 1
            and all(shown)
            and shown != list("ABCDEFGH"[: len(shown)])
            and (row.get("response") or "").strip()
        ):
            yield str(row["id"]), shown, row["response"]
