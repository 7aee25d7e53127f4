import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().splitlines():
        row = json.loads(line)
        parts = row["traj"].split("\nThought:")
        if len(parts) != 2:
            continue
        marked = re.search(r"\nA\. (.*?)\nB\. (.*?)\nC\. (.*?)\nD\. (.*)$", parts[0], re.S)
        if marked and parts[1].strip():
            yield str(row["question_idx"]), [o.strip() for o in marked.groups()], parts[1]
