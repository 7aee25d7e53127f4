import json
from collections.abc import Iterator
from typing import Any

from logged_readers import Found, Read, lines

PANELS = "Experimental/gpqa_trigger_screen/data"


def replies(row: dict[str, Any], turn: str) -> Iterator[tuple[str, str]]:
    if turn == "rounds":
        for number, answered in enumerate(row["rounds"], 1):
            yield f"{row['trigger']} {number}", answered["response_text"]
    elif turn == "second":
        yield f"{row['trigger']} {row.get('tone', '')}", row["second_response_text"]
    else:
        yield "first", row["first_response_text"]


def records(path: str, read: Read) -> Found:
    """Behind each "#": the panel of questions; the turn, first, second (one pushback) or rounds (three)."""
    name, panel, turn = path.split("#")
    questions = {q["id"]: q for q in map(json.loads, lines(read(f"{PANELS}/{panel}.jsonl")))}
    for line in lines(read(name)):
        row = json.loads(line)
        options = list(questions[row["item_id"]]["choices"].values())
        for key, reply in replies(row, turn):
            if reply and reply != "None":
                yield f"{row['model']} {row['item_id']} {key}", options, reply
