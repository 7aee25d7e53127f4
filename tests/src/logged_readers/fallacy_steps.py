import csv
import re

from logged_readers import Found, Read, rows

SEVERAL = re.compile(r"\s*(?:Yes|No)\W+(?:Yes|No)\b")  # answers the examples of the prompt too


def records(path: str, read: Read) -> Found:
    csv.field_size_limit(1 << 30)
    file, model = path.split("#")
    for n, row in enumerate(rows(read(file))):
        reply = row[f"{model}_response"]
        if reply.strip() and reply != "error" and not SEVERAL.match(reply):
            yield str(n), ["Yes", "No"], reply
