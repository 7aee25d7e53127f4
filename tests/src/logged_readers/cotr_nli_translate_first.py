from logged_readers import Found, Read
from logged_readers.cotr_news_category import of_column


def records(path: str, read: Read) -> Found:
    if "/baseline/" in path:
        return of_column("raw_model_output", ["ENTAILMENT", "CONTRADICTION", "NEUTRAL"], path, read)
    return of_column("raw_model_response", ["entailment", "neutral", "contradiction"], path, read)
