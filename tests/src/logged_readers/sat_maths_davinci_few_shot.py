import json

from logged_readers import Found, Read, in_order, lines


def records(path: str, read: Read) -> Found:
    """The last problem of each prompt is the one asked."""
    for line in lines(read(path)):
        row = json.loads(line)
        options = in_order(row["context"].split("Choose from the following options:")[-1], r"\(([A-D])\)")
        if len(options) == 4:
            yield str(row["line_idx"]), options, row["choices"][0]["text"]
