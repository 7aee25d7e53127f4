from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["model_response"]:
            yield row["id"], ["true", "false"], row["model_response"]
