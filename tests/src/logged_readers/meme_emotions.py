from logged_readers import Found, Read, rows

OPTIONS = ["Funny", "Sad", "Cringe", "Shocking", "Heartwarming", "Provocative"]


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["PromptID"] == "emotionalImpact" and row["Response"].strip():
            yield row["ImageID"], OPTIONS, row["Response"]
