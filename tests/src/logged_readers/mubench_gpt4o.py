import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        # the marks stand in order, each at the beginning of a line
        asked = row["prompt"].removesuffix("\nAnswer with A, B, C or D:\nAnswer:")
        options = re.split(r"\nChoice [A-D]: ", asked)[1:]
        yield row["id"], [x.strip() for x in options], row["response"]
