import csv
import io
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    csv.field_size_limit(10**9)
    for row in csv.DictReader(io.StringIO(read(path).decode())):
        shown = re.findall(r"^  ([A-J]): (.*(?:\n(?!  [A-J]: ).*)*)", row["choices"], re.M)
        if (
            not row["response"].strip()
            or len(shown) < 2
            or "".join(x for x, _ in shown) != "ABCDEFGHIJ"[: len(shown)]
        ):
            continue
        options = [text.strip() for _, text in shown]
        if all(options):
            yield row["problem_id"] + "/" + row["attempt_id"], options, row["response"]
