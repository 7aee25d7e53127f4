from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["pred_raw"].strip():
            yield str(n), ["1", "2", "3", "4", "5"], row["pred_raw"]
