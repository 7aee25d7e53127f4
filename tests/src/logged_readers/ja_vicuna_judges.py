import json

from logged_readers import Found, Read, lines

OPTIONS = ["アシスタントAが優れている", "アシスタントBが優れている", "同点"]


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        for turn in ("g1", "g2"):  # g2: the two answers the other way round
            if row[f"{turn}_judgment"].strip():
                yield f"{row['question_id']}-{turn}", OPTIONS, row[f"{turn}_judgment"]
