from logged_readers import Found, Read, rows

OPTIONS = ["Emergency", "Urgent", "Non-urgent", "Self-care"]


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        yield f"{row['variant_id']}_{row['sample_idx']}", OPTIONS, row["raw_output"]
