"""A console log: between lines of a hundred noughts stands a prompt and, behind its options and two empty lines, the reply."""

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    for n, block in enumerate(read(path).decode().split("0" * 100 + "\n")[1::2]):
        if "\n\nChoices -\n\n" in block:
            shown, _, reply = block.split("\n\nChoices -\n\n", 1)[1].partition("\n\n\n")
            options = in_order("\n" + shown, r"(?:^|\n)([A-Z]) ")
            if options and reply.strip():
                yield str(n), options, reply.removesuffix("\n")
