import json
import re

from logged_readers import Found, Read

ONE = {
    "Computer_Science": [27, 28, 31, 33, 34, 35, 36, 39, 40],
    "Law": [4, 12, 17, 18, 32],
    "Mathematics": [10],
    "Medicine": [7, 15, 22, 25],
    "Social_Science": [6, 7, 9, 10, 13, 14],
}

SEVERAL = {"Law": [11, 13, 16, 33, 34, 35, 36, 37]}


def options(asked):
    found, rest = [], asked
    for letter in "ABCDE":
        hits = list(re.finditer(rf"(?<![A-Za-z]){letter}(?:\s*[.、)；]\s*|\s+|(?=[\u4e00-\u9fff]))", rest))
        if not hits:
            break
        hit = hits[-1] if letter == "A" and len(hits) > 1 and "\nA" not in rest else hits[0]
        if letter == "A":
            line = re.search(r"\nA", rest)
            hit = next((h for h in hits if line and h.start() == line.start() + 1), hit)
        if found is not None and letter > "A":
            found.append(rest[: hit.start()])
        rest = rest[hit.end() :]
    found.append(rest)
    return [x.strip().strip(",，;；").strip() for x in found]


def records(path: str, read: Read) -> Found:
    name, model, part = path.split("#")
    field = name.removeprefix("data/").removesuffix("_data.json")
    wanted = {
        "one": ONE.get(field, []),
        "several": SEVERAL.get(field, []),
        "english": [7],
        "truefalse": [17, 18, 19, 20, 21, 22, 23, 24, 25, 27],
    }[part]
    for row in json.loads(read(name)):
        if row["llm_name"] == model and int(row["question_uuid"].split("_")[-1]) in wanted:
            asked, reply = row["dialog"][0]["content"], row["dialog"][1]["content"]
            choices = ["True", "False"] if part == "truefalse" else options(asked)
            if isinstance(reply, str) and reply.strip() and len(choices) > 1 and choices[-1] != "趋":
                yield row["question_uuid"], choices, reply
