from logged_readers import Found, Read, rows

HERO, LLAMA = "Meta-Llama-3.1-8B-HerO", "Llama-3.1-8B-Instruct"
LABELS = ["Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking"]


def records(path: str, read: Read) -> Found:
    file, column = path.split("#")
    for row in rows(read(file)):
        if row[column].strip():
            yield row["claim_id"], LABELS, row[column]
