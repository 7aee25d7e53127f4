from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["task_type"] == "arithmetic_verification" and row["response"].strip():
            yield str(n), ["Yes", "No"], row["response"]
