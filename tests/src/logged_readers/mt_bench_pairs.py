import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    file, game = path.split("#")
    for row in map(json.loads, lines(read(file))):
        reply = row[game + "_judgment"]
        if reply.strip() and reply != "$ERROR$":
            yield str(row["question_id"]), ["assistant A is better", "assistant B is better", "a tie"], reply
