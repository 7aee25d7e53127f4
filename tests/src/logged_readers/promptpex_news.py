from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    _, model = path.split("#")
    for n, row in enumerate(rows(read(path.split("#")[0]))):
        if row["model"] == model and row["output"].strip():
            yield str(n), ["World", "Sports", "Business", "Sci/Tech"], row["output"]
