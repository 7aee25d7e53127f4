"""Replies of two small Qwen agents that talk over medical exam questions in two rounds, one file a question."""

import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    debate = json.loads(read(path))
    options = [text for _, text in sorted(debate["options"].items())]
    for number, turn in enumerate(debate["history"]):
        reply = turn["answer"].get("raw_response")
        if isinstance(reply, str) and all(options):
            yield f"{debate['qid']}/{number}/{turn['role']}/{turn['round']}", options, reply
