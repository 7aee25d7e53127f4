import re

from logged_readers import Found, Read
from logged_readers.memory_reason_tokens_strategyqa import answered


def records(path: str, read: Read) -> Found:
    commonsense = "commonsenseqa" in path
    for number, question, reply in answered(path, read):
        if commonsense:
            parts = re.split(r"(?:^| )([A-E])\.", question.partition(" Options: ")[2])
        else:
            parts = re.split(r"(?<=\s)([A-O])\. ", question)
        marks, options = "".join(parts[1::2]), [option.strip() for option in parts[2::2]]
        in_order = marks == "ABCDE" if commonsense else "ABCDEFGHIJKLMNO".startswith(marks)
        if in_order and len(options) > 1 and all(options) and reply.strip():
            yield number, options, reply
