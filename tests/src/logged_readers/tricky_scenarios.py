import json
import re

from logged_readers import Found, Read, lines


def questions(config: str) -> dict[str, list[str]]:
    found = {}
    for part in config.split("- QuestionId: ")[1:]:
        text = part.split("QuestionText: >")[1].split("ExpertAnswer:")[0]
        options = re.findall(r"(?<![a-z])[a-d]\) +(.+?) *(?= [b-d]\) |\n)", text)
        found[part.split("\n")[0].strip()] = options
    return found


def records(path: str, read: Read) -> Found:
    asked = questions(read("scripts/data/config.yaml").decode())
    for line in lines(read(path.partition("#")[0])):
        row = json.loads(line)
        if row["model"] == path.partition("#")[2]:
            yield row["questionId"], asked[row["questionId"]], row["answerText"]
