"""Ophthalmology board questions in the language that stands behind the path's "#", answers asked for as JSON; the notebooks print each reply."""

import json
import re

from logged_readers import Found, Read

ASKED = re.compile(
    r"^Language: (\w+)\nQuestion: \n(.*?)\nTest #0: ?\nresponse\n(.*?)\n\{'response': [^\n]*\}\n(?=Language: |\*{20})",
    re.M | re.S,
)


def options(question: str) -> list[str]:
    parts = re.split(r"^\s*([a-eA-E])\)", question, flags=re.M)
    marks = "".join(parts[1::2]).lower()
    return [part.strip() for part in parts[2::2]] if marks in ("abcd", "abcde") else []


def records(path: str, read: Read) -> Found:
    path, _, language = path.partition("#")
    for cell in json.loads(read(path))["cells"]:
        printed = "".join("".join(output.get("text", [])) for output in cell.get("outputs", []))
        asked = [match for match in ASKED.finditer(printed) if match[1] == language]
        for match in asked:
            number = re.findall(r"^Question (\d+): $", printed[: match.start()], re.M)[-1]
            shown = options(match[2])
            if shown and all(shown):
                yield number, shown, match[3]
