import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, block in enumerate(re.split(r"\n-{60,}\n", read(path).decode().replace("\r\n", "\n"))):
        # the history (or the prompt), the reply, the word that the log's own code found in it
        reply = "\n".join(block.strip("\n").split("\n")[1:-1]).strip()
        if reply not in ("", "Unknown"):  # Unknown: the call failed
            yield str(n), ["Cooperate", "Defect"], reply
