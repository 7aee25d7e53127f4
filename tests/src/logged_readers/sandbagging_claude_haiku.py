from logged_readers import Found, Read, in_order, rows


def records(path: str, read: Read) -> Found:
    """A row has the reply to the plain prompt and that to the prompt with leave to sandbag; only the MMLU part is read (the rest is WMDP)."""
    for row in rows(read(path)):
        if row["dataset"] != "MMLU":
            continue
        options = in_order(row["answer_choices"], r"(?:^| \| )([A-J])\. ")
        if not options:
            continue
        for condition in ("normal", "sandbagged"):
            if row[f"{condition}_full_response"].strip():
                yield f"{row['question_id']}/{condition}", options, row[f"{condition}_full_response"]
