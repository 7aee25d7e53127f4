import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["results"]):
        shown = row.get("choices") or re.findall(
            r"^\(([A-R])\) (.+)$", row["question"].split("Options:")[-1], re.M
        )
        options = [str(x[1]).strip() if isinstance(x, tuple) else str(x) for x in shown]
        if 2 <= len(options) <= 16 and all(options) and (row.get("raw_response") or "").strip():
            yield str(n), options, row["raw_response"]
