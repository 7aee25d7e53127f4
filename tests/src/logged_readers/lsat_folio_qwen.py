import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    task = re.search("AR-LSAT|FOLIO|ProofWriter|ProntoQA", path)[0]
    split = "test" if task == "AR-LSAT" else "dev"
    asked = {x["id"]: x["options"] for x in json.loads(read(f"data/{task}/{split}.json"))}
    if path.endswith(".jsonl"):
        rows = [json.loads(line) for line in read(path).decode().split("\n") if line.strip()]
        found = [(x["custom_id"], x["response"]["body"]["choices"][0]["message"]["content"]) for x in rows]
    else:
        rows = json.loads(read(path))
        found = [
            (x["id"], x["predicted_answer"])
            for x in rows
            if x["predicted_answer"] == x["predicted_reasoning"]
        ]
    for key, reply in found:
        options = asked.get(key) or []
        if (
            len(options) > 1
            and all(o.startswith(f"{chr(65 + n)}) ") for n, o in enumerate(options))
            and reply.strip()
        ):
            yield key, [o[3:].strip() for o in options], reply
