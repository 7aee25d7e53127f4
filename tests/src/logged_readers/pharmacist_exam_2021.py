"""Questions of the Chinese pharmacists' examination of 2021 with one right answer, which lie beside the replies."""

import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    asked = json.loads(read(f"{path.rsplit('/', 1)[0]}/1.exam.json"))
    for line in lines(read(path)):
        row = json.loads(line)
        given = asked[row["id"]]
        shown = [(mark, text) for mark, text in given["option"].items() if text]
        listing = "\n".join(f"{mark}. {text}" for mark, text in shown)
        if given["question_type"] == "多项选择题" or listing not in row["query"] or len(shown) < 2:
            continue
        if row["model_answer"].strip():
            yield str(row["id"]), [text for _, text in shown], row["model_answer"]
