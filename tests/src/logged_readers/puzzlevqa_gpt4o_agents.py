import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """A reply to the second prompt, which the program sends where it finds no answer in the first, is left out."""
    for row in map(json.loads, lines(read(path))):
        shown = "\n".join(f"({chr(65 + n)}) {text}" for n, text in enumerate(row["options"]))
        if shown in row["prompt"] and "Therefore, among" not in row["prompt"] and row["raw_output"].strip():
            yield row["image"], row["options"], row["raw_output"]
