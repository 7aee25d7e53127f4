import json
import re

from logged_readers import Found, Read, lines, rows

LISTS = (
    r"Alternativ\w+: \[([^\]]+)\]"
    r"|(?:following options|siguientes opciones): ([^.]+)\.\s*$"
    r"|\? ([^?]+)\?\s*$"
)


def options(prompt: str | list[dict[str, str]]) -> list[str]:
    asked = prompt if isinstance(prompt, str) else prompt[-1]["content"]
    listed = next(text for text in re.findall(LISTS, asked)[-1] if text)
    return [option.strip(" .") for option in re.split(r", or |,| or ", listed)]


def records(path: str, read: Read) -> Found:
    """A log keeps its first prompt alone; behind a "#" stands the log whose prompt a table shares."""
    path, _, asked = path.partition("#")
    found = options(json.loads(lines(read(asked or path))[0])["prompt"])
    if path.endswith(".csv"):
        for number, answered in enumerate(rows(read(path))):
            if answered["pred"].strip():
                yield str(number), found, answered["pred"]
        return
    for row in map(json.loads, lines(read(path))):
        if row["respuesta"].strip():
            yield f"{row['id_pregunta']} {row['var_removed']}".strip(), found, row["respuesta"]
