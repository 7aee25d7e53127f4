from logged_readers import Found, Read, rows

LABELS = ["correct", "incorrect", "abstain", "cannot_determine"]


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        if row["judge_reasoning"].strip():
            yield str(number), LABELS, row["judge_reasoning"]
