import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, wanted = path.split("#")
    for n, row in enumerate(json.loads(read(name))):
        found = re.findall(r"^([A-F])[\.．、]\s*(.+)$", row["input"], re.M)
        asked = re.split(r"\nA[\.．、]", row["input"])[0][-40:]
        number = "several" if "哪些" in asked else "one" if re.search("哪一|哪个|哪项|哪种", asked) else ""
        if number == wanted and len(found) > 1 and [m for m, _ in found] == list("ABCDEF"[: len(found)]):
            yield str(n), [text.strip() for _, text in found], row["output"]
