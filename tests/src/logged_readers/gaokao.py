import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    content = json.loads(read(path))
    for n, row in enumerate(content.get("example") or content.get("examples") or []):
        output = row.get("model_output") or ""
        parts = re.split(r"(?<![A-Za-z])[A-D]\s*[\.．、:：]", row.get("question") or "")[1:]
        yield (
            str(row.get("index", n)),
            [part.strip() for part in parts],
            output[0] if isinstance(output, list) and output else output,
        )
