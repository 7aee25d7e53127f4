import ast
import re

from logged_readers import Found, Read, in_order, lines


def records(path: str, read: Read) -> Found:
    folder, _, _ = path.rpartition("/")
    shown = re.findall(r"Answer Choices:(.+)", read(f"{folder}/dataset.txt").decode())
    for number, (options, line) in enumerate(zip(shown, lines(read(path)), strict=True)):
        found = in_order(options, r"\s\(?([A-E])\)")
        reply = ast.literal_eval(line)
        if found and reply.strip():
            yield str(number), found, reply
