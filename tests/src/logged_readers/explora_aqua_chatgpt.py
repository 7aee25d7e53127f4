"""Replies to AQuA's questions; the options stand in its dev file, as the repository's prompts show them: a list of texts that begin with letter and bracket."""

import csv
import io
import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    shown = {}
    for row in map(json.loads, lines(read("questions:dev.json"))):
        shown[row["question"].strip()] = [text[2:].strip() for text in row["options"]]
    for number, row in enumerate(csv.DictReader(io.StringIO(read(path).decode()), delimiter="\t")):
        options = shown.get(row["question"].strip(), [])
        if all(options) and options and row["answers"].strip():
            yield str(number), options, row["answers"]
