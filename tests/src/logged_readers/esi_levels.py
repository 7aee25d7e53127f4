from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["response"].strip():
            yield row["original_index"], ["1", "2", "3", "4", "5"], row["response"]
