"""GPQA Diamond. The program shuffled the options by the number of the question; they come from another repository's table of the same order,
without those where a spreadsheet made dates of fractions or a letter of another script was lost (a question mark stands there)."""

import csv
import io
import json
import random

from logged_readers import Found, Read, lines

TABLE = "questions:data/gpqa_diamond.csv"
COLUMNS = ["Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3"]


def records(path: str, read: Read) -> Found:
    table = list(csv.DictReader(io.StringIO(read(TABLE).decode("gb18030"))))
    for line in lines(read(path)):
        entry = json.loads(line)
        number = int(entry["question_id"].rpartition("_")[2])
        options = [table[number][column].strip() for column in COLUMNS]
        random.Random(number).shuffle(options)
        if entry["raw_model_content"] and not any("月" in option or "?" in option for option in options):
            yield entry["question_id"], options, entry["raw_model_content"]
