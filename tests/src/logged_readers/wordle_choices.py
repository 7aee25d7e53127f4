import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, part in enumerate(read(path).decode().split("**Question:**\n")[1:]):
        question, rest = part.split("**Completion:**\n")
        reply = rest.split("\n**Ground Truth:**")[0]
        marked = re.findall(r"^([A-H])\) ?(.+)$", question, re.M)
        letters = "".join(letter for letter, _ in marked)
        options = [option.strip() for _, option in marked]
        if letters == "ABCDEFGH"[: len(options)] and len(set(options)) == len(options) >= 2 and reply.strip():
            yield str(n), options, reply
