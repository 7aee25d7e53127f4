import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    """Questions put as they are, and those where a student's wrong answer is to be corrected."""
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if row["question_type_EN"] not in ("Q&A", "error_correct"):
            continue
        shown = re.split(r"\n(?:原答案|\.请根据)", row["question"])[0]
        marks = re.split(r"\n([A-F])[).] ", shown)
        options = [x.strip() for x in marks[2::2]]
        if not options or marks[1::2] != list("ABCDEF"[: len(options)]):
            continue
        for reply in row["answer"]:
            if reply["response"]:
                yield f"{n} {reply['model']}", options, reply["response"]
