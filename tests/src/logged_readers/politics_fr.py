from logged_readers import Found, Read, rows

AGREEMENT = ["Pas du tout d'accord", "Plutôt pas d'accord", "Plutôt d'accord", "Tout à fait d'accord"]


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        for name, response in row.items():
            yield f"{n}/{name}", AGREEMENT, response or ""
