import json

from logged_readers import Found, Read, in_debate


def records(path: str, read: Read) -> Found:
    """The first turn, and those after a summary of all agents' answers."""
    name, agent = path.split("#")
    for row in json.loads(read(name)):
        options = in_debate(row["question"])
        # palm2 gives a mark alone from the second turn on
        for turn, reply in enumerate(row["agent_response"][agent][: 1 if agent == "palm2-2" else None]):
            if options and reply.strip():
                yield f"{row['question_id']}:{turn}", options, reply
