import ast
import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    if path.endswith(".jsonl"):
        for line in lines(read(path)):
            row = json.loads(line)
            options = row["options"]
            yield (
                row["id"],
                ast.literal_eval(options) if isinstance(options, str) else options,
                row["response"],
            )
        return
    for row in json.loads(read(path)):
        if row["question_type"] == "multiple-choice":
            yield row["id"], [row["index2ans"][c] for c in row["all_choices"]], row["response"]
