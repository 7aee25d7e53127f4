import ast

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    """Behind the "#" stands whose decision it is: that of prisoner 1 or 2."""
    path, prisoner = path.split("#")
    for number, row in enumerate(rows(read(path))):
        decision = ast.literal_eval(row["Data"])[f"Prisoner {prisoner} Decision"]
        yield str(number), ["Cooperate", "Betray"], decision
