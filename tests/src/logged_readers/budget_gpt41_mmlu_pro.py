import io
import json
import random
import zipfile
from functools import lru_cache

from logged_readers import Found, Read

ZIP = "questions:eval_results/model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.zip"
NAME = "model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.json"


@lru_cache(maxsize=1)
def questions(data: bytes) -> list[dict]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        rows = sorted(json.loads(archive.read(NAME)), key=lambda row: row["question_id"])
    # As src/data_loader.py of the repository draws them: seed 42, 80 of 12,032.
    return [rows[n] for n in random.Random(42).sample(range(len(rows)), 80)]


def records(path: str, read: Read) -> Found:
    file, budget = path.split("#")
    drawn = questions(read(ZIP))
    for row in json.loads(read(file)):
        if row["dataset"] != "MMLU-Pro" or row["budget"] != budget:
            continue
        question = drawn[int(row["question_id"].removeprefix("mmlu_pro_"))]
        # One question (number 78) has another key here than in the log: its options stood in another order.
        if (question["answer"], question["category"]) == (row["gold_answer"], row["type"]):
            yield row["question_id"], question["options"], row["full_response"]
