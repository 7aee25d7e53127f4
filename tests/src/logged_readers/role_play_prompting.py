import re

from logged_readers import Found, Read

TRIGGER = "Let's think step by step.\n"


def records(path: str, read: Read) -> Found:
    for part in read(path).decode().split("*************************\n"):
        head = re.match(r"(\d+)(?:st|nd|rd|th) data\n", part)
        end = re.search(r"\nTherefore, among A through [A-F], the answer is.*\npred_before : ", part)
        if not head or not end or " Answer Choices: (A) " not in part:
            continue
        _question, _, rest = part[head.end() : part.rindex("\nTherefore, among A through ")].partition(
            " Answer Choices: "
        )
        listed, _, reply = rest.partition("\n")
        parts = re.split(r"(?:^|(?<=\s))\(([A-F])\)", listed)
        if path.endswith("zero_shot_cot.txt"):
            if not reply.startswith(TRIGGER):
                continue
            reply = reply.removeprefix(TRIGGER)
        options = [x.strip() for x in parts[2::2]]
        if (
            parts[1::2] == list("ABCDEF")[: len(options)]
            and len(options) > 1
            and all(options)
            and reply.strip()
        ):
            yield head[1], options, reply
