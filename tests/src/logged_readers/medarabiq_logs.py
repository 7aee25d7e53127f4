import csv
import io
import re

from logged_readers import Found, Read

ARABIC = ["أا", "ب", "ج", "د", "ه", "و"]


def listed(text, arabic):
    found = []
    for line in text.split("\n"):
        marks = ARABIC if arabic else "ABCDEFG"
        if len(found) < len(marks):
            match = re.match(rf"\s*[{marks[len(found)]}]ـ?\s*[.\-)]\s*(.+?)\s*$", line)
            if match:
                found.append(match[1])
    return found


def records(path: str, read: Read) -> Found:
    arabic = not re.search(r"qa_(qwen|llama3)-|_falcon-", path)
    for row in csv.DictReader(io.StringIO(read(path).decode())):
        asked, reply = row["input"], row["prediction"] or ""
        if "Correct letter:" in reply and reply.startswith("This is a multiple"):
            prompt, reply = reply.split("Correct letter:", 1)
            asked = prompt.split("Options:", 1)[-1]
        elif asked in reply:
            reply = reply.split(asked, 1)[1]
        elif (
            reply.startswith(("This is a multiple", "Please read"))
            or "jais" in path
            or "/fib_closed_falcon.csv" in path
        ):
            continue  # the prompt's list, which could be shorter than the question's, is not known
        options = listed(asked, arabic)
        marked = len(re.findall(r"^\s*(?:[أاإبجدهو]ـ?|[A-G])\s*[.\-)]", asked, re.M))
        if reply.strip() and len(options) >= 2 and len(options) == marked:
            yield row["id"], options, reply
