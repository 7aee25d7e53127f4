import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        options = [text.strip() for text in re.findall(r"^[123]\.\s+(.+)$", row["Prompt"], re.M)]
        if len(options) == 3 and row["Response"].strip():  # the last row is the story's end, without a reply
            yield str(n), options, row["Response"]
