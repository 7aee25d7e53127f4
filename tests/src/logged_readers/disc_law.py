from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        yield str(n), [row[c].strip() for c in "ABCD"], row.get("model_output") or ""
