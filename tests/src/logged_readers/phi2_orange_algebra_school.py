"""Algebra and a few science questions answered by fine-tunes of Phi-2 that stood in a course project; the prompt with its options stands before each reply."""

import json

from logged_readers import Found, Read, in_order, lines


def records(path: str, read: Read) -> Found:
    for number, line in enumerate(lines(read(path))):
        prompt, reply = json.loads(line)["model_answer"].split("<|im_start|>assistant\n", 1)
        options = in_order(prompt.split("###OPTIONS\n", 1)[1], r"(?m)^([A-E]): ")
        if options and reply.strip():
            yield str(number), options, reply
