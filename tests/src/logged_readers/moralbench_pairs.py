import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    part = path.rpartition("/")[2].removesuffix(".json")
    for row in json.loads(read(path)):
        asked = read(f"questions/{part}/{row['question']}").decode()
        options = re.search(r"^A\.\s*(.+?)\s+B\.\s*(.+?)\s*$", asked, re.M | re.S)
        if options and row["response"].strip():
            yield row["question"], [options[1], options[2]], row["response"]
