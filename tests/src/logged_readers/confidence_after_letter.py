import ast

from logged_readers import Found, Read, in_order, rows

END = {"<|eot_id|>", "<|end_of_text|>", "<end_of_turn>", "<eos>"}
SETS = {"medmcqa": "MedMCQA", "sciencemcq": "ScienceMCQ"}  # in the file's name; MMLU has none or its own


def records(path: str, read: Read) -> Found:
    """The log keeps a reply as the list of its tokens, in the order of the questions (the first thousand of the set)."""
    name = next((of for part, of in SETS.items() if part in path.lower()), "MMLU")
    asked = rows(read(f"Original_Datasets/{name}_5000_sample.csv"))
    for n, (row, question) in enumerate(zip(rows(read(path)), asked, strict=False)):
        if row["correct_answer"] != question["answer"]:
            continue
        asked_for = question["prompt"].split("\n\nChoose the best option")[0]
        options = in_order(asked_for, r"(?:^|\n|\s)\(?([A-E])[\).:] ")
        if len(options) < 2:
            continue
        reply = "".join(token for token in ast.literal_eval(row["generated"]) if token not in END)
        if reply.strip():
            yield str(n), options, reply
