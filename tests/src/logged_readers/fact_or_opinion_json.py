from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        yield row["id"], ["Fact", "Opinion"], row["raw_response"]
