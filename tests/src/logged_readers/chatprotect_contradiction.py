import re

from logged_readers import Found, Read

REASONED = "Then conclude with yes or no.\n"
CLOSING = "Please conclude whether the statements are contradictory with Yes or No.\n"


def records(path: str, read: Read) -> Found:
    reasoned = "/test_m10/" in path
    for block in re.split(r"^(?=test/test/sentences/\S.*\.txt$)", read(path).decode(), flags=re.M)[1:]:
        _, ask, said = block.partition(REASONED if reasoned else CLOSING)
        if not ask:
            continue
        pair = block.split("\n", 1)[0].split("/m3/", 1)[1].removesuffix(".txt")
        replies = re.split(r"^A: ", re.split(r"^label: ", said, flags=re.M)[0], flags=re.M)[1:]
        seen = set()
        # Of the ten samples for a pair two are enough where they are long.
        for number, reply in enumerate(replies[:2] if reasoned else replies):
            reply = reply.rstrip("\n")
            if reply.strip(" \n\u200b") and reply not in seen and "Rate limit reached" not in reply:
                seen.add(reply)
                yield f"{pair}#{number}", ["yes", "no"] if reasoned else ["Yes", "No"], reply
