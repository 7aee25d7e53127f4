import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """The log keeps the prompt of its first record alone; all persons are asked the same."""
    rows = [json.loads(line) for line in lines(read(path))]
    prompt = rows[0]["prompt"]
    asked = prompt if isinstance(prompt, str) else prompt[-1]["content"]
    options = re.findall(r"\d\) ([^,.]+)", asked)[-3:]
    for row in rows:
        if row["respuesta"].strip():
            yield str(row["id_pregunta"]), options, row["respuesta"]
