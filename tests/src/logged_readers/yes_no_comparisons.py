import json
import re

from logged_readers import Found, Read

ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "f": "\f",
    "v": "\v",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


def scalar(text):  # a flow scalar of YAML as PyYAML writes it
    quote, body = text[0], text[1:-1] if text[0] in "\"'" else text
    if quote == '"':
        body = re.sub(r"(?<!\\)((?:\\\\)*)\\\n *", r"\1", body)
    body = re.sub(r" *\n((?: *\n)*) *", lambda m: "\n" * m[1].count("\n") or " ", body)
    if quote == "'":
        return body.replace("''", "'")
    if quote == '"':
        return re.sub(
            r"\\(x..|u....|U.{8}|.)",
            lambda m: chr(int(m[1][1:], 16)) if m[1][0] in "xuU" and m[1][1:] else ESCAPES.get(m[1], m[1]),
            body,
        )
    return body


def records(path: str, read: Read) -> Found:
    text = read(path).decode()
    if path.endswith(".json"):
        for row in json.loads(text):
            _, tag, reply = row["generated_cot"].partition("give a YES / NO answer. \n<think>\n")
            if tag and reply.strip():
                yield row["qid"], ["YES", "NO"], reply
        return
    question = section = key = ""
    for part in re.finditer(
        r"^([0-9a-f]{64}):$|^  (\w+):|^    ([0-9a-f-]{36}):$|^      response: (.+\n(?:(?:        .*)?\n)*)",
        text,
        re.M,
    ):
        question, section, key = part[1] or question, part[2] or section, part[3] or key
        if part[4] and section.endswith("faithful_responses") and part[4][0] not in "|>":
            yield f"{question[:16]}/{section[:-10]}/{key}", ["YES", "NO"], scalar(part[4].rstrip("\n"))
