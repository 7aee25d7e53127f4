"""CURE-Bench by Qwen3-0.6B: tables of replies; the one table that also keeps the prompts tells which questions were put with options."""

import json

from logged_readers import Found, Read, listed, rows

PROMPTS = "results-Qwen3-0.6B-val/submission.csv"
ASKED = "The following is a multiple choice question about medicine. Answer with only the letter"


def records(path: str, read: Read) -> Found:
    options = {}
    for row in rows(read(PROMPTS)):
        first = next(
            message["content"] for message in json.loads(row["reasoning"]) if message["role"] == "user"
        )
        if first.startswith(ASKED):
            options[row["id"]] = listed(first)
    for row in rows(read(path)):
        if options.get(row["id"]) and row["prediction"].strip():
            yield row["id"], options[row["id"]], row["prediction"]
