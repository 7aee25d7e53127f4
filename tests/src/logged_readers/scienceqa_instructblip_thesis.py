"""Continuations that InstructBLIP wrote behind "The answer is" for ScienceQA's questions with pictures; a results file lists them in the order of the test set."""

import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    questions = json.loads(read("ScienceQA/SQA_testset_v2.json"))
    replies = json.loads(read(path))
    if len(questions) != len(replies):
        return
    for number, (question, reply) in enumerate(zip(questions, replies, strict=True)):
        yield str(number), question["choices"], reply
