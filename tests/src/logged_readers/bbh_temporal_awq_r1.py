"""Replies to BIG-Bench Hard's temporal sequences, one text file each, numbered as the questions in the task's file."""

import json

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(json.loads(read("temporal_sequences.json"))["examples"]):
        options = in_order(row["input"].partition("Options:")[2], r"(?m)^\(([A-D])\) ")
        yield str(number), options, read(f"{path}/{number}.txt").decode()
