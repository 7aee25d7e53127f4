import ast
import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    text = max(
        (
            "".join(o.get("text", ""))
            for c in json.loads(read(path))["cells"]
            for o in c.get("outputs", [])
            if "Raw generated answer:" in "".join(o.get("text", ""))
        ),
        key=len,
    )
    pattern = r"^(\[\{'role': 'system'[^\n]*\}\])\n\n\[(\d+)/1000\]\n.*?^Raw generated answer: (.*?)\nPredicted letter \(if any\): "
    for prompt, n, reply in re.findall(pattern, text, re.M | re.S):
        shown = ast.literal_eval(prompt)[1]["content"]
        options = [
            re.sub(r"^[A-F]\s*[).:\-]\s*", "", o.strip()).strip()
            for o in re.findall(r'"[A-F]\. (.*?)"(?= +"[B-F]\. | +جاوب برمز)', shown)
        ]
        if len(options) == 6 and all(options) and reply.strip():
            yield n, options, reply
