"""Behind the "#" stands the model; of each question's log its first reply and the answer that it gives after the discussion."""

import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    folder, name = file.rsplit("/", 1)
    stamp = r"\[//\]: # \(\d{4}-\d\d-\d\d [\d:]+\)\n"
    for item in json.loads(read(file)):
        number = item["question_id"]
        log = read(f"{folder}/answers/{name.removesuffix('_result.json')}/Question#{number}.md").decode()
        for part in ("Initial Response", "Collaborative Answer"):
            found = re.search(
                rf"^##+ {re.escape(model)} {part}:\n\n\n{stamp}(.*?)\n\n\n{stamp}\n---$", log, re.M | re.S
            )
            if found and found[1].strip():
                yield f"{number} {part}", item["options"], found[1].strip("\n")
