from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        if row["purity_reasoning"].strip():
            yield str(number), ["A", "B", "NEUTRAL"], row["purity_reasoning"]
