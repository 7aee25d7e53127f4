import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    done = set()
    for row in json.loads(read(path)):
        if row["doc_id"] in done:  # logged once for each way of scoring
            continue
        done.add(row["doc_id"])
        doc = row["doc"]
        if "choices" in doc:
            options = [text.strip() for text in doc["choices"]["text"]]
        else:
            options = [re.sub(r"^[A-E]\)", "", text).strip() for text in doc["options"]]
        reply = row["resps"][0][0]
        if reply.strip() and all(options):
            yield str(row["doc_id"]), options, reply
