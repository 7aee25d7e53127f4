from logged_readers import Found, Read, rows

AGREEMENT = ["Disagree strongly", "Disagree", "Neither agree nor disagree", "Agree", "Agree strongly"]
REPEATS = 5


def records(path: str, read: Read) -> Found:
    path, _, model = path.partition("#")
    for n, row in enumerate(rows(read(path))):
        for repeat in range(REPEATS):
            reply = row.get(f"{model}_{repeat}", "")
            if reply.strip():
                yield f"{n}-{repeat}", AGREEMENT, reply
