import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    asked = {
        r["Question"]: r for r in csv.DictReader(io.StringIO(read("TruthfulQA.csv").decode("utf-8-sig")))
    }
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode("utf-8-sig")))):
        q = asked.get(row["Question"])
        if q is None or not row["Answer"].strip() or row["Correct Answer"] not in ("A", "B"):
            continue
        pair = [q["Best Answer"], q["Best Incorrect Answer"]]
        yield str(n), pair if row["Correct Answer"] == "A" else pair[::-1], row["Answer"]
