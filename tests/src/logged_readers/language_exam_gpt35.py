import csv
import io
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, language, first = path.split("#")
    for n, row in enumerate(csv.DictReader(io.StringIO(read(name).decode("utf-8-sig")))):
        asked = re.sub(r'"+$', "", row["Question"].strip())
        if row["Language"] != language or len(re.findall(r"\d{2,3}．", asked)) > 1:
            continue
        # the last "A ..." of the text that B, C ... follow; a mark stands at a line's start or before a dot, a bracket or a space
        mark = r"(?:(?<=\n)[ ]?{0}(?![a-z]{{0,2}}\s[a-z])|(?<![A-Za-zÀ-ÿ’']){0}(?=[.)\s])|(?<=[a-z]){0}(?=\.))[.)]?\s*(?:\[\]\s*)?"
        options = []
        for start in reversed([m.start() for m in re.finditer(mark.format(first), asked)]):
            spot, ends = start, []
            for k in range(16):
                found = re.compile(mark.format(chr(ord(first) + k))).search(asked, spot)
                if not found:
                    break
                ends.append((found.start(), found.end()))
                spot = found.end()
            if len(ends) > 1:
                options = [
                    asked[a[1] : b[0]].strip()
                    for a, b in zip(ends, [*ends[1:], (len(asked), 0)], strict=False)
                ]
                break
        if len(options) > 1 and all(0 < len(o) < 250 and "\n" not in o for o in options):
            yield str(n), options, row["Generated Answer"]
