import re

from logged_readers import Found, Read

OPTIONS = ["north", "east", "south", "west"]
SHORT = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "v": "\v",
    "f": "\f",
    "_": "\xa0",
    "N": "\x85",
    "L": "\u2028",
    "P": "\u2029",
}


def fold(text: str) -> str:
    return re.sub(r" *\n((?: *\n)*) *", lambda m: "\n" * m[1].count("\n") or " ", text)


def escape(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else SHORT.get(code, code)


def scalar(text: str) -> str:
    """The string that a YAML scalar (double quoted, single quoted or plain) stands for."""
    text = text.strip()
    if text.startswith('"'):
        text = fold(re.sub(r"\\\n *", "", text[1:-1]))
        return re.sub(r"\\(x\w{2}|u\w{4}|U\w{8}|.)", escape, text)
    if text.startswith("'"):
        return fold(text[1:-1]).replace("''", "'")
    return fold(text)


def records(path: str, read: Read) -> Found:
    chat = read(path).decode().partition("\n  chat:\n")[2]
    turns = re.findall(r"^    response: (.*(?:\n(?:      .*|$))*)", chat, re.M)
    for number, text in enumerate(turns):
        yield str(number), OPTIONS, scalar(text)
