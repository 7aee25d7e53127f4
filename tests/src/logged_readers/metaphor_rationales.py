from logged_readers import Found, Read, marked, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["model_response"].strip():
            yield row[""], marked(row["prompt"], r"(?m)^[a-d]\) "), row["model_response"]
