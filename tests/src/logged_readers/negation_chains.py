from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    text = read(file).split(b"\n", 1)[1]  # the first line is the run's configuration
    for n, row in enumerate(rows(text)):
        reply = row["raw_response"]
        if row["model"] == model and reply.strip() and "Error: " not in reply:
            yield str(n), ["true", "false"], reply
