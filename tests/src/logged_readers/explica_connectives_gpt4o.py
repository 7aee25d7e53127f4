import ast
import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode()), delimiter="\t")):
        if row["generated_answer_normal"].strip():
            yield str(n), list(ast.literal_eval(row["answers_dict"]).values()), row["generated_answer_normal"]
