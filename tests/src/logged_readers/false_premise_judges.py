from logged_readers import Found, Read, rows

LABELS = ["True", "False"]


def records(path: str, read: Read) -> Found:
    file, column = path.split("#")
    for row in rows(read(file)):
        if row[column].strip():
            yield row.get("Unique ID") or row["Prompt ID"], LABELS, row[column]
