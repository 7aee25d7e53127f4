import ast
import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    path, name = path.split("#")
    for row in csv.DictReader(io.StringIO(read(path).decode())):
        if row[name].strip():
            yield (
                f"{row['question_id']}/{row['question_var_id']}/{row['answer_var_id']}",
                ast.literal_eval(row["answer_options"]),
                row[name],
            )
