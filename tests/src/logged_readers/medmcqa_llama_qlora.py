"""MedMCQA by a fine-tuned Llama 3.1: each row logs the prompt and, behind its last heading, the model's continuation."""

import re

from logged_readers import Found, Read, rows

SHOWN = re.compile(
    r"\nOptions:\nA\) (.*?)\nB\) (.*?)\nC\) (.*?)\nD\) (.*?)\nFirst, think about the reason", re.S
)


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        prompt, heading, reply = row["model_response"].partition("### Response:\n")
        shown = SHOWN.search(prompt)
        if heading and shown and reply.strip():
            options = [option.strip() for option in shown.groups()]
            if all(options):
                yield str(number), options, reply
