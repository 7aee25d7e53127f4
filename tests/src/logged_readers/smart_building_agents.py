from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    name, column = path.split("#")
    for n, row in enumerate(rows(read(name))):
        if row["ground_truth"] in ("Yes", "No") and row[column].strip():
            yield str(n), ["Yes", "No"], row[column]
