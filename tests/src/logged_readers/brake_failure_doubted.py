from logged_readers import Found, Read
from logged_readers.brake_failure_cases import asked


def records(path: str, read: Read) -> Found:
    for number, courses, row in asked(path, read):
        if row["flip_flop_response"]:
            yield str(number), courses, row["flip_flop_response"]["response"]
