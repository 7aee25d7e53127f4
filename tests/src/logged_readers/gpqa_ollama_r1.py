import ast
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    parts = re.split(r"^### Conversation (\d+) ###\n", read(path).decode(), flags=re.M)
    for key, part in zip(parts[1::2], parts[2::2], strict=False):
        asked, reply = (ast.literal_eval(line) for line in part.strip().split("\n"))
        found = re.search(r"\n\nA\) (.*?)\nB\) (.*?)\nC\) (.*?)\nD\) (.*)$", asked["content"], re.S)
        yield key, [o.strip() for o in found.groups()], reply["content"]
