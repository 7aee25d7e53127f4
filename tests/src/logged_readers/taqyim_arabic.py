import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    seen = set()
    for line in read(path).decode().split("\n"):
        if not line.strip():
            continue
        row = json.loads(line)
        if row.get("type") != "sampling":
            continue
        data, key = row["data"], row["sample_id"]
        if key in seen:
            continue
        shown = data["prompt"][0]["content"].lower()
        if "positive" not in shown or "negative" not in shown:
            continue
        seen.add(key)
        reply = data["sampled"]
        reply = reply[0] if isinstance(reply, list) else reply
        options = (
            ["positive", "negative"]
            if "positive" in data["prompt"][0]["content"]
            else ["Positive", "Negative"]
        )
        if isinstance(reply, str) and reply.strip():
            yield key, options, reply
