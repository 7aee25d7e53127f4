import json
import re

from logged_readers import Found, Read

ASKED = re.compile(
    r": A\) (.+?), B\) (.+?), C\) (.+?), D\) (.+) Explain your reasoning, putting the answer in the form \(X\)",
    re.S,
)


def records(path: str, read: Read) -> Found:
    """The first turn, and those after a summary of all agents' answers."""
    name, agent = path.split("#")
    for row in json.loads(read(name)):
        match = ASKED.search(row["question"])
        # palm2 gives a mark alone from the second turn on
        for turn, reply in enumerate(row["agent_response"][agent][: 1 if agent == "palm2-2" else None]):
            if match and reply.strip():
                yield f"{row['question_id']}:{turn}", [x.strip() for x in match.groups()], reply
