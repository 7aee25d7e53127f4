import json
import re

from logged_readers import Found, Read, listed

KAGGLE = re.compile(
    r"^Model Response: <\|user\|>\n(.*?)<\|end\|>\n<\|assistant\|>(.*?)\n+Correct Answer:", re.M | re.S
)
FINAL = re.compile(
    r"^response: <\|user\|>(.*?)### Best Answer:\s*<\|end\|><\|assistant\|>(.*?)\nresponse_perplexity:",
    re.M | re.S,
)


def records(path: str, read: Read) -> Found:
    cells = json.loads(read(path.split("#")[0]))["cells"]
    if "#" in path:
        cells = [cells[int(path.split("#")[1])]]
    found = 0
    for cell in cells:
        text = "".join("".join(output.get("text", [])) for output in cell.get("outputs", []))
        for match in (FINAL if "#" in path else KAGGLE).finditer(text):
            options, reply = listed(match[1]), match[2].split("<|end|>")[0].strip()
            if reply and len(options) >= 2 and not re.search(r"^\s*[A-P]\.\s*$", match[1], re.M):
                yield str(found), options, reply
            found += 1
