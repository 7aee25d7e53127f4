import re

from logged_readers import Found, Read

ENTRY = re.compile(r"\*\*Prompt\*+\n(.*?)\n==INITIAL_RESPONSE=+\n(.*?)\n\*\*JUDGEMENT", re.S)


def records(path: str, read: Read) -> Found:
    for n, (prompt, response) in enumerate(ENTRY.findall(read(path).decode(errors="replace"))):
        options = prompt.split("Pick one of three options: ")[1].strip().split(", ")
        if len(options) == 3 and response.strip():
            yield str(n), options, response
