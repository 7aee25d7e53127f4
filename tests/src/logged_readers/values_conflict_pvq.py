import csv
import io

from logged_readers import Found, Read

SCALE = [
    "Not like me at all",
    "Not like me",
    "A little like me",
    "Somewhat like me",
    "Like me",
    "Very much like me",
]


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(csv.DictReader(io.StringIO(read(path).decode("utf-8-sig"), newline=""))):
        reply = row["full_model_response"] or ""
        if reply.strip() and "API_" not in reply:
            yield f"{n}/{row['item_id']}", SCALE, reply
