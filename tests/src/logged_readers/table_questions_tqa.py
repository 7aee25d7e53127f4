import json

from logged_readers import Found, Read

# the log of replies -> the questions it was run on, in the same order
QUESTIONS = {
    "4-MCQA/mcqa_random_noise_results_cot.json": "4-MCQ/MCQ_choices_random_noise.json",
    "4-MCQA/mcqa_wrong_column_results_cot.json": "4-MCQ/MCQ_choices_wrong_column.json",
    "4-MCQA/mcqa_wrong_reference_results_cot.json": "4-MCQ/MCQ4_choices_wrong_reference.json",
    "4-MCQA/mcqa_wrong_row_results_cot.json": "4-MCQ/MCQ_choices_wrong_row.json",
    "5-MCQA/mcqa5_wrong_column_results_cot.json": "5-MCQ/MCQ5_choices_wrong_column.json",
    "5-MCQA/mcqa5_wrong_reference_results_cot1.json": "5-MCQ/MCQ5_choices_wrong_reference1.json",
    "5-MCQA/mcqa5_wrong_reference_results_cot2.json": "5-MCQ/MCQ5_choices_wrong_reference2.json",
    "5-MCQA/mcqa5_wrong_row_results_cot.json": "5-MCQ/MCQ5_choices_wrong_row.json",
}


def records(path: str, read: Read) -> Found:
    root = "solve_MCQ/"
    asked = json.loads(read(root + QUESTIONS[path.removeprefix(root + "CoT/")]))
    for n, (row, question) in enumerate(zip(json.loads(read(path)), asked, strict=True)):
        if (row["id"], row["question"]) != (question["id"], question["question"]):
            continue
        choices = question["mcq_choices"]
        options = [choices[letter].strip() for letter in sorted(choices)]
        if all(options) and row["response"]:
            yield f"{n}/{row['id']}", options, row["response"]
