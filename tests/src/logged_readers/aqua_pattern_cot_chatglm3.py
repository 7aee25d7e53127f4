"""Replies of the first of two calls to AQuA's questions, as zero-shot-CoT's script logs them; the second call's stands behind its trigger and is left."""

import re

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    entry = re.compile(
        r"^(\d+)st data\nQ: (.+?)\nA: Let's think step by step\.(.+?) ?\nTherefore, among A through E, the answer is",
        re.S | re.M,
    )
    for number, question, reply in entry.findall(read(path).decode()):
        options = in_order(question.rpartition("Answer Choices:")[2], r"(?:^|(?<=\s))\(([A-E])\)")
        if options and reply.strip():
            yield number, options, reply
