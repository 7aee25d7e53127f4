import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).splitlines():
        row = json.loads(line)
        prompt, _, reply = row["prediction"].partition("\nassistant\n")
        options = re.findall(r"^[A-P]\) *(.+)$", prompt.rsplit("\nOptions:\n", 1)[1], re.M)
        if reply.strip():
            yield row["id"], options, reply
