from logged_readers import Found, Read, xlsx


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(xlsx(read(path))):
        if row["ver_aggregated"].strip():
            yield f"row {number}", ["Yes", "No"], row["ver_aggregated"]
