from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        cells = line.split("\t")
        if len(cells) < 3 or "determine whether the opening is legal" not in cells[0]:
            continue
        reply = cells[1].replace("\\n", "\n")
        if reply.strip():
            yield str(n), ["yes", "no"], reply
