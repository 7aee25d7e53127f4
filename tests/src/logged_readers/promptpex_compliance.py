from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["complianceText"].strip():
            yield str(n), ["OK", "ERR"], row["complianceText"]
