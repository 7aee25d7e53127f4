import json
import re

from logged_readers import Found, Read


def graded(scale: str) -> list[str]:
    """The options of a survey's scale: "1 (...) - 2 (...)" up to the codes for no answer, or words alone."""
    parts = re.split(r" - (?=\S)", scale)
    if not re.match(r"\d", scale):
        return [part.strip() for part in parts]
    found: list[str] = []
    for part in parts:
        match = re.fullmatch(r"(\d+) \((.+)\)\.?", part.strip())
        if match and int(match[1]) == len(found) + 1:
            found.append(match[2].strip())
    return found


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        if isinstance(row["response_scale"], str):
            yield str(n), graded(row["response_scale"]), row["model_response"] or ""
