import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["outputs"]):
        asked = row["input"].split("\nOptions:")[-1].split("\nA: Let")[0]
        options = re.findall(r"^(?:\([A-R]\)|-) (.+)$", asked, re.M)
        yield str(n), [x.strip() for x in options], row["prediction"]
