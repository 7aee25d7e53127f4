import csv
import io

from logged_readers import Found, Read

OPTIONS = ["Response 1 is better than Response 2.", "Response 2 is better than Response 1."]


def records(path: str, read: Read) -> Found:
    model = path.split("/record_")[1].removesuffix("_2.tsv")
    for row in csv.DictReader(io.StringIO(read(path).decode()), delimiter="\t"):
        if row[model].strip():
            yield row["cmp_index"], OPTIONS, row[model]
