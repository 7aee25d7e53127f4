import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        shown = (row.get("task_data") or {}).get("inputs") or row.get("prompt") or ""
        options = re.findall(r"^ *choice: *(.+?) *$", (shown).rsplit("Clue(s):", 1)[-1], re.M)
        raw = row["answer_1"].get("raw_response") if "answer_1" in row else row.get("raw_response") or []
        raw = (raw[-1] if raw else None) if isinstance(raw, list) else raw
        text = raw["choices"][0]["message"]["content"] if isinstance(raw, dict) and "choices" in raw else raw
        if isinstance(text, str) and text.strip() and len(options) > 1:
            yield str(n), options, text
