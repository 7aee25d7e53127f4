"""The log keeps prompt and completion in one string, the chat template's marks lost; the reply stands behind "assistant"."""

import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    asked = {row["question_id"]: row for row in json.loads(read("data/mmlu/input_mcq_data.json"))}
    for row in json.loads(read(path)):
        question = asked[row["question_id"]]
        _, *replies = re.split(
            r"assistant(?=\n|<think>)",
            row["completion"].partition("Please answer with the letter")[2],
            maxsplit=1,
        )
        if replies and replies[0].strip():
            yield str(row["question_id"]), [question[x].strip() for x in "ABCD"], replies[0].strip()
