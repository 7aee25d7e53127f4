import json
import re

from logged_readers import Found, Read, lines


def offered(text: str) -> list[str]:
    """The options that stand one behind the other or one a line, as A, B, C ... in order."""
    ends: list[tuple[int, int]] = []
    for match in re.finditer(r"(?:^|\s)([A-Z])\.[ \t]*(?=\S)", text):
        if match[1] == chr(65 + len(ends)):
            ends.append((match.start(), match.end()))
    starts = [start for start, _ in ends[1:]] + [len(text)]
    return [text[end:stop].strip() for (_, end), stop in zip(ends, starts, strict=False)]


def records(path: str, read: Read) -> Found:
    """Only the questions that ask for one letter of those listed; the others ask for formulas, words or several letters in a row."""
    for line in lines(read(path)):
        row = json.loads(line)
        form = re.search(r"\[\[A(?:/[A-Z])+\]\]", row["question"])
        if not form:
            continue
        asked = row["question"][: form.start()]
        asked = asked[: asked.rfind("\n\n")] if "\n\n" in asked else asked
        options = offered(asked[max(asked.rfind("\nA."), asked.rfind(" A."), 0) :])
        if len(options) == form[0].count("/") + 1 and all(options) and isinstance(row["response"], str):
            yield row["idx"], options, row["response"]
