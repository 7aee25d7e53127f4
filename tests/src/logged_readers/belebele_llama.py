import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["questions"]):
        asked = re.findall(r"^Antwort [A-D]: (.*)$", row["question"], re.M)
        yield str(n), [x.strip() for x in asked[-4:]], row["answer_raw"]
