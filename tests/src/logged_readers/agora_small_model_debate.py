import json

from logged_readers import Found, Read, in_debate


def records(path: str, read: Read) -> Found:
    """Of the three texts of an agent the middle one is the second turn's prompt; the first turns of the run with the trigger are those of the run without."""
    name, model = path.split("#")
    for row in json.loads(read(name)):
        options = in_debate(row["question"])
        for turn in (2,) if name.endswith("_cot.json") else (0, 2):
            reply = row["agent_response"][model][turn]
            if options and reply.strip():
                yield f"{row['question_id']}:{turn}", options, reply
