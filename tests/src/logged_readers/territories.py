import json
import re

from logged_readers import Found, Read

SIDES = {  # whom the bracket behind a question of territories names, in the language that it was asked in
    "[Japan, Russia]": (["日本", "ロシア"], r"[\u3040-\u30ff]"),
    "[India, Pakistan]": (["भारत", "पाकिस्तान"], r"[\u0900-\u097f]"),
}


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        asked = re.search(r"\[.+\]$", row.get("english_question", ""))
        if asked and asked[0] in SIDES:
            options, letters = SIDES[asked[0]]
            answer = next(row[key] for key in row if key.endswith("_translated"))
            if re.search(letters, answer):  # asked in two languages, told by the letters of the answer
                yield str(n), options, answer
