import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        if not line.strip():
            continue
        row = json.loads(line)
        prompt, result = row["prompt"], row["result"]
        asked = prompt.rsplit("\n\nLet's", 1)[0]
        shown = re.findall(r"^([A-E])[.:] (.+)$", asked, re.M)
        reply = (result.get("choices") or [{}])[0].get("message", {}).get("content") or ""
        if len(shown) > 1 and "".join(x for x, _ in shown) == "ABCDE"[: len(shown)] and reply.strip():
            yield str(n), [text.strip() for _, text in shown], reply
