"""Replies of two Qwen agents that debate a question of MMLU's professional medicine, out of the console's log: a header a question, a header a turn, the server's
answer as Python prints it."""

import ast
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    example, turn, options, seen = "", "", list[str](), 0
    for line in read(path).decode().split("\n"):
        if match := re.match(r"EXAMPLE (\d+)/", line):
            example, turn, options = match[1], "", []
        elif line.startswith("Choices: {") and example and not turn:
            options = [
                str(text) for _, text in sorted(ast.literal_eval(line.removeprefix("Choices: ")).items())
            ]
        elif match := re.match(r"--- (.+) ---$", line):
            turn = match[1]
        elif line.startswith("   Raw response: {") and re.match(r"Agent [AB] Round \d+$", turn) and options:
            reply = ast.literal_eval(line.strip().removeprefix("Raw response: ")).get("output")
            if isinstance(reply, str):
                seen += 1
                yield f"{example}/{turn}/{seen}", options, reply
