import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, part in enumerate(read(path).decode(errors="replace").replace("\r\n", "\n").split("~" * 100)):
        found = re.search(r"### Options: (A: .*)\n.*?\nRESPONSE: ?(.*)\nIS_CORRECT:", part, re.S)
        if found and found[2].strip() not in ("", "NR"):
            options = found[1].split("\n")[0]
            yield str(n), [text.strip() for text in re.split(r"(?:^|, )[A-E]: ", options)[1:]], found[2]
