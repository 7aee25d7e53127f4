from logged_readers import Found, Read, rows

MODEL = "mistral:7b-instruct-v0.2-q8_0"


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["RAG_" + MODEL].strip():
            yield str(n), ["hatespeech", "normal", "offensive"], row["RAG_" + MODEL]
