import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    items = {}
    for line in read("data/sampled_items.jsonl").decode().split("\n"):
        if line.strip():
            row = json.loads(line)
            items[row["item_id"]] = row["options_raw"]
    seen = set()
    for line in read(path).decode().split("\n"):
        if not line.strip():
            continue
        row = json.loads(line)
        reply = row.get("raw_output") or row.get("raw_text") or ""
        if (
            row["item_id"] in items
            and row["item_id"] not in seen
            and reply.strip()
            and all(items[row["item_id"]])
        ):
            seen.add(row["item_id"])
            yield str(row["item_id"]), [x.strip() for x in items[row["item_id"]]], reply
