import json

from logged_readers import Found, Read, lines

VERDICTS = ["TRUE", "FALSE", "UNCERTAIN"]
TURNS = ["neutral", "lead_true", "lead_false", "pushback_challenge", "pushback_final"]


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        for turn in TURNS:
            response = row[f"{turn}_response"]
            if response.strip():
                yield f"{row['idx']}/{turn}", VERDICTS, response
