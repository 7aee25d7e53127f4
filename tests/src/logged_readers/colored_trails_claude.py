import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    turns = re.split(r"=+ LLM PROMPT \(p\d\) =+", read(path).decode())
    for number, turn in enumerate(turns):
        prompt, _, rest = turn.partition("\n==============================================\n")
        if "Decide whether to accept or reject the trade" not in prompt:
            continue
        found = re.search(r"stripped response: (.*?)\n(?:\[p\d\])? *\[p\d\] LLM decision", rest, re.S)
        if found:
            yield str(number), re.findall(r'\{"action": "(\w+)"\}', prompt), found[1]
