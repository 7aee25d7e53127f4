import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        row = json.loads(line) if line.strip() else {}
        parts = re.split(r"(?:^|\n)\s*([A-D])\s*[:：]", row.get("choices") or "")
        if (
            parts[1::2] == list("ABCD")
            and row["choices"].strip() in row["prompt"]
            and (row.get("output") or "").strip()
        ):
            yield str(n), [x.strip() for x in parts[2::2]], row["output"]
