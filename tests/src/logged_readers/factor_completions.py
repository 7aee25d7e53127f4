import json
import re

from logged_readers import Found, Read

SHOWN = re.compile(r".*\nA\. (.+?)\nB\. (.+?)\nC\. (.+?)\nD\. (.+?)\nAnswer with only the letter", re.S)


def records(path: str, read: Read) -> Found:
    for protocol in ("greedy", "alta"):
        for row in json.loads(read(path))["results"]["custom"][protocol]["per_question"]:
            shown = SHOWN.match(row["question"])
            if shown:
                yield f"{protocol}/{row['q_id']}", [part.strip() for part in shown.groups()], row["answer"]
