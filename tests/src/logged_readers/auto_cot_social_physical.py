import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """A log of two turns: the reply is what stands between the trigger and the second turn's question for the letter."""
    text = read(path).decode()
    trigger = re.search(r"[( ]cot_trigger=(['\"])(.+?)\1[,)]", text)
    assert trigger
    for part in text.split("*************************\n"):
        head = re.match(r"(\d+)st data\nQ: ", part)
        end = part.rfind("\nTherefore, among A through ")
        if not head or end < 0 or " Answer Choices: (A)" not in part:
            continue
        asked, _, reply = part[head.end() : end].partition(f"\nA: {trigger[2]}")
        marks = re.split(r"(?:^|(?<=\s))\(([A-E])\)", asked.rpartition(" Answer Choices: ")[2])
        options = [x.strip() for x in marks[2::2]]
        if (
            marks[1::2] == list("ABCDE")[: len(options)]
            and len(options) > 1
            and all(options)
            and reply.strip()
        ):
            yield head[1], options, reply
