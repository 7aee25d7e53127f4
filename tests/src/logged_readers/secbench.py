import ast

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        yield str(number), ast.literal_eval(row["answers"]), row["model_response"]
