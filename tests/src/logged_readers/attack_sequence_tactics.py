import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """A batch's answers; what was asked stands in the batch's input under the same name."""
    sent = map(json.loads, lines(read(path.replace("/batch_outputs/", "/batch_inputs/"))))
    asked = {row["custom_id"]: row["body"]["messages"][-1]["content"] for row in sent}
    for row in map(json.loads, lines(read(path))):
        _, *found = re.split(
            r"(?:^| )([A-D]): ", asked[row["custom_id"]].rsplit("Answer Choices:", 1)[1].replace("\n", " ")
        )
        reply = row["response"]["body"]["choices"][0]["message"]["content"]
        if found[::2] == list("ABCD") and all(found[1::2]) and reply.strip():
            yield row["custom_id"], [text.strip() for text in found[1::2]], reply
