import json

from logged_readers import Found, Read

END = "Do not add any extra text after the boxed answer."


def records(path: str, read: Read) -> Found:
    import re

    for n, row in enumerate(json.loads(read(path))):
        parts = re.split(r"\n([A-E])\. ", row["problem"])
        options, letters = [x.strip() for x in parts[2::2]], "".join(parts[1::2])
        head, found, reply = row["output"].partition(END)
        if (
            not found
            or row["problem"] not in head
            or letters != "ABCDE"[: len(letters)]
            or len(letters) < 3
            or not all(options)
        ):
            continue
        reply = reply.strip("\n")
        if reply.strip():
            yield str(n), options, reply
