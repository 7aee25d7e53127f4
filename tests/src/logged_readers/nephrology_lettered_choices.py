import json
import re
from functools import partial

from logged_readers import Found, Read, rows


def choices(text: str, marks: str) -> list[str]:
    got: list[str] = []
    for line in text.splitlines():
        mark = re.match(r"\s*(\w)\.\s+(.*)", line)
        if mark and mark[1] in marks:
            if mark[1] != marks[len(got)]:
                return []
            got.append(mark[2])
        elif got:
            got[-1] += " " + line.strip()
    return [" ".join(option.split()) for option in got]


def marked(marks: str, path: str, read: Read) -> Found:
    listed = {
        row["ID"]: choices(row["Choices"], marks) for row in rows(read("NEJM_All_Questions_And_Answers.csv"))
    }
    for row in json.loads(read(path)):
        options = listed.get(str(row["id"]), [])
        if len(options) > 1:
            yield f"{row['id']}-{'with' if row['context'] else 'without'}", options, row["response"]


records = partial(marked, "ABCDEFGH")
