import csv
import io
import re

from logged_readers import Found, Read

# "(please select one)" and the like, which may name the digits too
REQUEST = re.compile(r"[(（][^()（）]*(?:select|choose|wählen|选择)[^()（）]*[)）]", re.I)


def options(question: str) -> list[str]:
    """Those marked (1), (2) ... in order; where the question lists them twice, as the second time."""
    _, *parts = re.split(r"[(（]\s*(\d)\s*[)）]", REQUEST.sub(" ", question))
    marks, texts = parts[::2], [text.strip(' \n\t;,.?:；，。？"') for text in parts[1::2]]
    count = int(max(marks, default="0"))
    once = [str(n + 1) for n in range(count)]
    in_order = count > 1 and marks in (once, once * 2)
    return texts[-count:] if in_order and all(texts[-count:]) else []


def records(path: str, read: Read) -> Found:
    seen = set()
    for number, (question, *replies) in enumerate(csv.reader(io.StringIO(read(path).decode("utf-8-sig")))):
        if shown := options(question):
            for column, reply in enumerate(replies, 1):
                # A reply stands again under the next question where it was pasted twice.
                if len(reply.strip()) > 5 and not re.fullmatch(r"[\d.\s]+", reply) and reply not in seen:
                    seen.add(reply)
                    yield f"{number}_{column}", shown, reply
