from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        options = [row[c].strip() for c in "ABCD"]
        for column in ("cot_answer", "cot_run1", "cot_run2", "cot_run3"):
            if column in row:
                yield f"{n}/{column}", options, row[column] or ""
