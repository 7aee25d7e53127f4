import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    shown = "OPTION-{}" if path.split("/")[0].endswith("-eg") else "选项{}"
    for n, line in enumerate(lines(read(path))):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        texts = [str(row["data"].get(shown.format(row["map"].get(k)))) for k in "ABCD"]
        options = [re.sub(r"^\s*[A-D][\.、:：]\s*", "", text) for text in texts]
        yield str(n), [o for o in options if o not in ("None", "nan", "")], row["output"]
