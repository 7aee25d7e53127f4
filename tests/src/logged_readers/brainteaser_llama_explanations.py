import ast
import re

from logged_readers import Found, Read, rows

LAST = "None of above."


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        listed = row["Question"].rsplit("Choices:", 1)[1].strip().removesuffix(f", {LAST}")
        # Only a comma behind a sentence parts two choices for sure.
        options = [part.strip() for part in re.split(r"""(?:(?<=[.!?])|(?<=[.!?]["'])), (?=[A-Z])""", listed)]
        if len(options) == 3:
            said = row["Explanation"].rsplit("{'role': 'assistant', 'content': ", 1)[1]
            yield row["Question ID"], [*options, LAST], ast.literal_eval(said.rsplit("}", 1)[0])
