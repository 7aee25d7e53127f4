import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        shown = row["question"].split("Answer Choices:")[-1]
        match = re.fullmatch(
            r"\s*\(A\) (.+?) \(B\) (.+?) \(C\) (.+?) \(D\) (.+?) \(E\) (.+?)\s*", shown, re.S
        )
        if match and row["chain-of-thought"]:
            yield row["ID"], list(match.groups()), row["chain-of-thought"]
