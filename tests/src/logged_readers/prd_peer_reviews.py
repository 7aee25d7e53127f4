import json

from logged_readers import Found, Read, lines

VERDICTS = ["Assistant 1", "Assistant 2", "the two assistants are equivalent"]


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if (row["text"] or "").strip():
            yield f"{n}/{row['question_id']}", VERDICTS, row["text"]
