import json

from logged_readers import Found, Read, in_order, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        asked = row["user_prompt"].rsplit("\nOptions:\n", 1)[-1]
        options = in_order(asked, r"(?:^|\n)\(([A-J])\) ")
        if len(options) > 1:
            for n, choice in enumerate(row["raw_response"]["choices"]):
                yield f"{row['id']}/{n}", options, choice["message"]["content"]
