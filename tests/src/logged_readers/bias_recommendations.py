import ast
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    script = read(path.rsplit("/", 1)[0] + ".py").decode()
    pair = ast.literal_eval(re.search(r"^\s*names ?= ?(.+)$", script, re.M)[1])
    names = [one if isinstance(one, str) else one[0] for one in pair]
    for n, part in enumerate(read(path).decode().split("#" * 34)):
        head, found, reply = re.sub(r"^\n+", "", part).partition(
            "answer：" if "_english/" in path else "回答："
        )
        # the log puts the first candidate's line, or its second letter, before each reply
        first = [
            name
            for name, one in zip(names, pair, strict=True)
            if head.strip() in (one if isinstance(one, list) else [one, one[1]])
        ]
        if found and len(first) == 1 and reply.strip():
            yield str(n), first + [name for name in names if name != first[0]], reply
