import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        if row["type"] != "turn" or "|tool_actuation|" in row["key"] or not row["completion"]:
            continue
        yield f"{row['key']}|{row['turn_idx']}", ["SHOCK", "STOP"], row["completion"]
