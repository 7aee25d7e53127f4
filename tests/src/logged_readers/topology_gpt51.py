import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().splitlines():
        row = json.loads(line) if line.strip() else {}
        call = row.get("model_call") or {}
        if row.get("skipped") or not call.get("response"):
            continue
        asked = call["request"]["messages"][-1]["content"]
        if not isinstance(asked, str):
            asked = "".join(x.get("text", "") for x in asked)
        reply = call["response"]["choices"][0]["message"].get("content") or ""
        if "multiple-choice" not in asked or "\nOptions:\n" not in asked or not reply.strip():
            continue
        parts = re.split(r"(?:^|\n)([A-H]): ?", asked.rpartition("\nOptions:\n")[2])
        options = [x.strip() for x in parts[2::2]]
        if (
            len(options) >= 2
            and max(map(len, options)) > 2
            and all(options)
            and "".join(parts[1::2]) == "ABCDEFGH"[: len(options)]
        ):
            yield row["id"], options, reply
