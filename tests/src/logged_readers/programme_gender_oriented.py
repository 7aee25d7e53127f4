from logged_readers import Found, Read, rows

OPTIONS = [
    "strongly male oriented",
    "moderately male oriented",
    "neutral",
    "moderately female oriented",
    "strongly female oriented",
]


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        reply = row.get("LLAMA classification result") or row["LLAMA classification"]
        if reply.strip():
            yield str(number), OPTIONS, reply
