import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        options = re.findall(r"^\([A-R]\) (.+)$", row["input"], re.M)
        if options:  # the other tasks ask for a number or for a turn of a talk
            yield str(n), [x.strip() for x in options], row["raw_output"] or ""
