import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        if row["type"].lower() == "nocot":
            continue
        text = row["response"]
        if "## Task" in text:
            text = text.split("\nassistant\n", 1)[1]
        text = text.rsplit("<think>\n</think>\n\nFinal Answer:", 1)[0]
        start = "<think>\n" + (row["cot"] or "")
        if row["cot"] and text.startswith(start):
            text = "<think>\n" + text[len(start) :]
        if text.strip():
            yield f"{n}/{row['type']}", row["sample"]["choices"], text
