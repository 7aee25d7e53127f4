"""MMLU-Pro questions in their own words and in three paraphrases; the options stay as they are and stand with the paraphrases."""

import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    source = path.removesuffix(".json").rsplit("_", 1)[1]
    questions = json.loads(read(f"exp2/mmlu_pro_paraphrased_{source}.json"))
    shown = {str(question["question_id"]): question["choices"] for question in questions}
    for record in json.loads(read(path)):
        options = shown.get(str(record["question_id"]))
        if options and record["response"]:
            yield (
                f"{record['question_id']} {record['version']}",
                [str(option) for option in options],
                record["response"],
            )
