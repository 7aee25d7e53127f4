import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        options = [re.sub(r"^[A-J]\. ", "", x) for x in row["meta"]["candidates"]]
        yield row["instance_id"], options, row["result"].get("response") or ""
