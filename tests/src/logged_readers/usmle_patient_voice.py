import csv
import html
import io
import re

from logged_readers import Found, Read


def listed(question: str) -> list[str]:
    found: list[str] = []
    parts = re.split(r"^\s*\(([A-Z])\)", question, flags=re.M)
    for letter, text in zip(parts[1::2], parts[2::2], strict=True):
        if letter == chr(65 + len(found)):
            found.append(" ".join(text.strip().split("\n\n")[0].split()))
    return found


def records(path: str, read: Read) -> Found:
    text = read(path).decode()
    if path.endswith(".html"):
        cards = re.findall(
            r'<div class="prompt-text">(.*?)</div>.*?<div class="model-response-text">(.*?)</div>', text, re.S
        )
        asked = [
            (str(n), html.unescape(prompt), html.unescape(reply)) for n, (prompt, reply) in enumerate(cards)
        ]
    else:
        table = [
            row
            for row in csv.reader(io.StringIO(text, newline=""))
            if len(row) > 4 and row[1].startswith("MC")
        ]
        asked = [(f"{n}/{row[0]}", row[2], row[4]) for n, row in enumerate(table)]
    for key, prompt, reply in asked:
        if len(options := listed(prompt)) > 1 and reply.strip():
            yield key, options, reply
