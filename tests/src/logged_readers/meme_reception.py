from logged_readers import Found, Read, rows

OPTIONS = ["laughed at", "ignored", "condemned"]


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["PromptID"] == "moderationThreshold" and row["Response"].strip():
            yield row["ImageID"], OPTIONS, row["Response"]
