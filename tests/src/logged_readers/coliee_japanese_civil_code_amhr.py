import ast
import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(csv.DictReader(io.StringIO(read(path).decode()), delimiter="\t")):
        asked = ast.literal_eval(row["msg"])[-1]["content"]
        if "say 'Y' for yes" in asked:
            unsure = ["U"] if "'U' if there is not enough information" in asked else []
            yield f"{row['pair_id']}_{number}", ["Y", "N", *unsure], row["final_output"]
