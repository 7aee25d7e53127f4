from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["llm_output"].strip():
            yield str(n), ["Not Sarcastic", "Sarcastic"], row["llm_output"]
