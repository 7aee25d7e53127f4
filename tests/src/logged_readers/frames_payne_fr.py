from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    path, model = path.split("#")
    for row in rows(read(path)):
        if row["model"] == model and row["scenario"] == "conflit_frontalier" and row["reasoning"].strip():
            yield row["condition_number"], ["NÉGOCIER", "ÉGALER", "ESCALADER"], row["reasoning"]
