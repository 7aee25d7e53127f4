import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    cells = json.loads(read(path))["cells"]
    file = "".join(cells[10]["outputs"][0]["data"]["text/plain"])[1:-1]
    rows = file.replace("\\n", "\n").replace("\\'", "'").split("\n")
    printed = "".join("".join(out["text"]) for out in cells[18]["outputs"] if out.get("name") == "stdout")
    at = 0
    for n in range(25):
        start = printed.index(f"{n}\n", at) + len(f"{n}\n")
        at = printed.find(f"\n{n + 1}\n", start)
        at = len(printed) if at < 0 else at
        asked = rows[(150 + n) * 8 : (151 + n) * 8]
        yield str(n), [row.strip()[2:].strip() for row in asked[4:]], printed[start:at].strip("\n")
        if at == len(printed):
            return
        at += 1
