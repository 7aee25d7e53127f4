import csv
import io
import re

from logged_readers import Found, Read

PROMPT = "rot-agree-llm-prompt-"


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode("utf-8"), newline=""))):
        for column in row:
            if not column.startswith(PROMPT) or column.startswith(PROMPT + "output-"):
                continue
            kind = column.removeprefix(PROMPT)
            shown = row[column].rpartition("Options:")[2]
            options = [text.strip() for text in re.findall(r"[A-E]\):?(.*?)(?=[A-E]\)|\n\n|\n|$)", shown)]
            reply = row[PROMPT + "output-" + kind]
            if len(options) == 5 and reply.strip():
                yield f"{n} {kind}", options, reply
