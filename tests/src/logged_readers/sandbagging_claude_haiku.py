import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    """A row has the reply to the plain prompt and that to the prompt with leave to sandbag; only the MMLU part is read (the rest is WMDP)."""
    for row in rows(read(path)):
        if row["dataset"] != "MMLU":
            continue
        parts = re.split(r"(?:^| \| )([A-J])\. ", row["answer_choices"])
        options = [part.strip() for part in parts[2::2]]
        if parts[0] or parts[1::2] != list("ABCDEFGHIJ"[: len(options)]) or not all(options):
            continue
        for condition in ("normal", "sandbagged"):
            if row[f"{condition}_full_response"].strip():
                yield f"{row['question_id']}/{condition}", options, row[f"{condition}_full_response"]
