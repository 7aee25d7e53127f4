import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in csv.DictReader(io.StringIO(read(path).decode("utf-8-sig"))):
        for text in ("original", "paraphrase"):
            response = row[text + "_prediction_raw"]
            if response.strip():
                yield f"{row['id']} {text}", ["positive", "negative", "neutral"], response
