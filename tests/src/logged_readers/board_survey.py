from logged_readers import Found, Read
from logged_readers.board_puzzles import asked


def records(path: str, read: Read) -> Found:
    for n, lines, reply in asked(path, read):
        options = [line.strip() for line in lines.split("\n") if line.strip()]
        # those with letters are puzzles, another source
        if not any(option.startswith("A. ") for option in options):
            yield n, options, reply
