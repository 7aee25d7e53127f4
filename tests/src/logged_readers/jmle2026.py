import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    asked = json.loads(read("jmle2026_dataset.json"))
    choices = {x["question_id"]: re.findall(r"^[ 　]*[a-j]　+(.+)$", x["question_text"], re.M) for x in asked}
    for row in json.loads(read(path))["results"]:
        options = [x.strip() for x in choices[row["question_id"]]]
        yield row["question_id"], options, row["raw_response"] or ""
        if row.get("reasoning"):  # the log keeps it apart; a server may send it before the answer
            yield f"{row['question_id']}/whole", options, f"{row['reasoning']}\n\n{row['raw_response'] or ''}"
