from logged_readers import Found, Read, listed, rows

FOLDER = "cot_faithfulness/outputs"
# the one file with the questions; the ids are those of stage 2
HINTED = f"{FOLDER}/stage3_gemma3_4B/stage3_results.csv"


def records(path: str, read: Read) -> Found:
    questions = {row["id"]: row["question"] for row in rows(read(HINTED))}
    for row in rows(read(path)):
        reply = row["cued_answer_text"] if path == HINTED else row["cot_text"]
        if row["dataset"] != "GSM8K" and reply.strip():
            yield row["id"], listed(questions[row["id"]]), reply
