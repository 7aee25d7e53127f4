import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, _, _, asked, answer in json.loads(read(path)):
        yield str(number), [x.strip() for x in re.findall(r"^[1-4]\. (.+)$", asked, re.M)], answer
