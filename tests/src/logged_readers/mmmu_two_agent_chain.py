"""Reasoning and answer that a multimodal model wrote on MMMU's questions after two agents' debate, as conversations for training."""

import json
import re

from logged_readers import Found, Read, marked


def records(path: str, read: Read) -> Found:
    for number, item in enumerate(json.loads(read(path))):
        if item["question_type"] != "multi_choice":
            continue
        question, reply = (turn["value"] for turn in item["conversations"][:2])
        options = marked(question.partition("Choices:\n")[2], r"(?m)^\([A-I]\)\s")
        if len(options) > 1 and all(options) and re.match("test|val|dev", item["id"]):
            yield f"{number}/{item['id']}", options, reply
