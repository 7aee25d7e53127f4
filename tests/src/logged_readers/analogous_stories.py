from logged_readers import Found, Read, in_order, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path), errors="replace"):
        options = in_order(row["Options"], r"(?m)^([A-D])\. ")
        if len(options) == 4 and row["Result"].strip():
            yield row["Index"], options, row["Result"]
