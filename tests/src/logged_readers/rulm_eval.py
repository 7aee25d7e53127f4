import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        if "prompt" in row:
            listed_there = re.findall(r"^[AB]\. (.+)$", row["prompt"], re.M)  # of parus only
            options = [x.strip() for x in listed_there] if "/parus/" in path else ["да", "нет"]
            yield str(row["id"]), options, row["output"] or ""
        else:  # a talk of one or two turns: n/1 is the first reply, n/2 the one to the second question
            asked = row["messages"]
            options = re.findall(r'[12]\. "(.+?)"(?= или 2\. |\? Подробно)', asked[0])  # of parus only
            for turn in range(1, len(asked), 2):
                if options or '"да" или "нет"' in asked[turn - 1]:
                    yield f"{row['id']}/{turn // 2 + 1}", options or ["да", "нет"], asked[turn]
