import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        if not line.strip():
            continue
        row = json.loads(line)
        reply = row["steps"][-1]["generator_output"]
        if not reply or re.search("EXECUTE CODE|code output|output of the (python|code)", reply, re.I):
            continue
        options = []
        for part in re.split(r"\n(?=\([A-P]\) )", row["input"].rpartition("\nOptions:")[2])[1:]:
            if part.startswith(f"({chr(65 + len(options))}) "):
                options.append(part[4:].strip())
            else:
                options = []
                break
        if len(options) > 1 and all(options):
            yield str(n), options, reply
