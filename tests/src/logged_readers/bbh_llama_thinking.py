import json

from logged_readers import Found, Read, in_order, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        _, _, shown = row["doc"]["input"].partition("Options:")
        options = in_order(shown, r"\n\(([A-R])\) ")
        reply = row["resps"][0][0]
        if len(options) > 1 and reply.strip():
            yield str(row["doc_id"]), options, reply
