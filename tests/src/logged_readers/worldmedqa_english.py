"""WorldMedQA-V: workbooks of an evaluation of four countries' examinations in English translation, a question a row."""

from logged_readers import Found, Read, xlsx


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(xlsx(read(path))):
        options = [row[letter].strip() for letter in "ABCD"]
        if all(options) and row["prediction"].strip():
            yield str(number), options, row["prediction"]
