import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    name, _, turn = path.partition("#")
    for line in lines(read(name)):
        row = json.loads(line)
        reply = row["prediction_rationale" if turn == "reasoning" else "response"]
        if reply.strip() and not reply.startswith("No answer provided"):
            yield row["id"], [option["content"] for option in row["options"]], reply
