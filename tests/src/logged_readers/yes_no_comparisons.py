import json
import re

import yaml

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    text = read(path).decode()
    if path.endswith(".json"):
        for row in json.loads(text):
            _, tag, reply = row["generated_cot"].partition("give a YES / NO answer. \n<think>\n")
            if tag and reply.strip():
                yield row["qid"], ["YES", "NO"], reply
        return
    question = section = key = ""
    for part in re.finditer(
        r"^([0-9a-f]{64}):$|^  (\w+):|^    ([0-9a-f-]{36}):$|^      response: (.+\n(?:(?:        .*)?\n)*)",
        text,
        re.M,
    ):
        question, section, key = part[1] or question, part[2] or section, part[3] or key
        if part[4] and section.endswith("faithful_responses") and part[4][0] not in "|>":
            yield (
                f"{question[:16]}/{section[:-10]}/{key}",
                ["YES", "NO"],
                yaml.load(part[4], Loader=yaml.BaseLoader),
            )
