from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        for column in ("explanation_chatgpt", "explanation_gpt3"):
            if row[column].strip():
                yield f"{number}-{column}", ["positive", "negative"], row[column]
