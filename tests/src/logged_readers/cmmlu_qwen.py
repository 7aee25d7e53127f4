import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in csv.reader(io.StringIO(read(path).decode())):
        yield row[0], [x.strip() for x in row[2:6]], row[-1]
