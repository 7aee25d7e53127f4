import csv
import io

from logged_readers import Found, Read

OPTIONS = ["assistant A is better", "assistant B is better", "a tie"]


def records(path: str, read: Read) -> Found:
    model = path.split("/record_")[1].removesuffix("_3.tsv")
    for row in csv.DictReader(io.StringIO(read(path).decode()), delimiter="\t"):
        if row[model].strip():
            yield row["cmp_index"], OPTIONS, row[model]
