"""Questions of CMB-Exam, MMLU and TruthfulQA that the model first put into another language and then answered (CL_Reasoning)."""

import json
import re

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    """The options are those of the translation, which was the prompt; a record whose options run over lines is left out."""
    for number, item in enumerate(json.loads(read(path))[1:]):
        question = item["Question"]
        block = re.search(r"choices:?\n(.+?)\n+Please choose", question, re.S)
        options = listed(item["Translated"] or "")
        if (
            block
            and item["Result"]
            and 2 <= len(options) == len(listed(question)) == len(block[1].split("\n"))
        ):
            yield str(number), options, item["Result"]
