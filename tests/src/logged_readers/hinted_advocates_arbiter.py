import json
import re

from logged_readers import Found, Read

ASKED = re.compile(
    r": A\) (.+?), B\) (.+?), C\) (.+?), D\) (.+) Explain your answer, putting the answer in the form \(X\)",
    re.S,
)


def records(path: str, read: Read) -> Found:
    """Objects one after the other, of a question or of all; a question has replies, or conversations of one question and its reply."""
    text = read(path).decode().strip()
    n = 0
    while text:
        found, end = json.JSONDecoder().raw_decode(text)
        text = text[end:].lstrip()
        for asked, (replies, _right) in found.items():
            match = ASKED.search(asked)
            for turn, message in enumerate(replies):
                reply = (message[-1] if isinstance(message, list) else message)["content"]
                if match and reply.strip():
                    yield f"{n}:{turn}", [x.strip() for x in match.groups()], reply
            n += 1
