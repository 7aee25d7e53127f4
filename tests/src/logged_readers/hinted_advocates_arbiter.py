import json

from logged_readers import Found, Read, in_debate


def records(path: str, read: Read) -> Found:
    """Objects one after the other, of a question or of all; a question has replies, or conversations of one question and its reply."""
    text = read(path).decode().strip()
    n = 0
    while text:
        found, end = json.JSONDecoder().raw_decode(text)
        text = text[end:].lstrip()
        for asked, (replies, _right) in found.items():
            options = in_debate(asked)
            for turn, message in enumerate(replies):
                reply = (message[-1] if isinstance(message, list) else message)["content"]
                if options and reply.strip():
                    yield f"{n}:{turn}", options, reply
            n += 1
