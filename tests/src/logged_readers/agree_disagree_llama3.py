import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in csv.DictReader(io.StringIO(read(path).decode())):
        number = row.pop("")
        for n, reply in enumerate(row.values()):
            if reply and reply.strip():
                yield f"{number}/{n}", ["agree", "disagree"], reply
