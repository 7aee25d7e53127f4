import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """The first message is the question, the second the reply; what some models are asked after it is left out."""
    for row in map(json.loads, lines(read(path))):
        asked, reply = row["messages"][:2]
        options = [str(choice) for choice in row["choices"]]
        shown = "\n".join(f"({chr(65 + n)}) {text}" for n, text in enumerate(options))
        reply = reply.removesuffix("</s>")
        if shown in asked and all(options) and reply.strip():
            yield row["id"], options, reply
