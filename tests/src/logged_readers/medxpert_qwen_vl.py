import json

from logged_readers import Found, Read, lines

QUESTIONS = [
    "questions:eval/data/medxpertqa_sampled/input/medxpertqa_sampled_text_input.jsonl",
    "questions:eval/outputs/dev/mistralai/Mistral-Small-3.2-24B-Instruct-2506/medxpertqa/zero_shot/cot/"
    "medxpertqa_text_output.jsonl",
]


def records(path: str, read: Read) -> Found:
    asked = {row["id"]: row for name in QUESTIONS for row in map(json.loads, lines(read(name)))}
    for line in lines(read(path)):
        row = json.loads(line)
        if row["id"] not in asked:
            continue
        options = [option["content"] for option in asked[row["id"]]["options"]]
        for n, reply in enumerate(row.get("muestras_cruda") or [row["salida_cruda"]]):
            if reply.strip():
                yield f"{row['id']}/{n}", options, reply
