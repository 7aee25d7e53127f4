import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name = path.split(".zero-shot")[0].split(".")[-1]
    asked = [
        json.loads(x)
        for x in read(f"exp/examination/bayling-13b/inputs/{name}.zero-shot.jsonl").decode().split("\n")
        if x.strip()
    ]
    given = [json.loads(x) for x in read(path).decode().split("\n") if x.strip()]
    if len(given) != len(asked):
        return
    for n, (question, row) in enumerate(zip(asked, given, strict=True)):
        text = re.split(r"\n(?:选项：|Choices:)\n?", question["context"])[-1]
        text = re.split(r"\n\s*(?:答案：|Answer:)\s*\n", text)[0]
        found = re.findall(r"^\s*\(([A-E])\)[ \t]*(.*?)\s*(?=^\s*\([A-E]\)|\Z)", text, re.M | re.S)
        options = [x for _, x in found]
        if len(options) < 2 or not all(options) or "".join(m for m, _ in found) != "ABCDE"[: len(options)]:
            continue
        reply = row["choices"][0]["message"]["content"] if "choices" in row else row.get("text") or ""
        if reply:
            yield str(n), options, reply
