import json
from functools import partial

from logged_readers import Found, Read


def of_field(end: str, options: list[str], path: str, read: Read) -> Found:
    """The replies in the field whose name ends so; it begins with the name of the model."""
    for number, row in enumerate(json.loads(read(path))):
        logged = next(value for name, value in row.items() if name.endswith(end))
        yield f"{number}/{row['uuid']}", options, logged["response"]


records = partial(of_field, "_eval_output", ["correct", "wrong"])
