import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        options = re.findall(r"^[A-E][:：](.*)$", row["question"], re.M)
        yield str(n), [x.strip() for x in options], row["predict_answer"]
