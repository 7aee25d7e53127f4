import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, kind = path.split("#")
    for key, row in json.loads(read(name))["task_states"]["cases"].items():
        number = int(re.search(r"^(\d+)\. ", row["prompt"], re.M)[1])
        if number > 11 or (number > 8) != (kind == "choices"):
            continue
        assert ("（多选题）" if number > 8 else "（单选题）") in row["prompt"] or "题）" not in row["prompt"]
        found = re.findall(r"^([A-D])\. (.*?)\s*(?=^[A-D]\. |^请将答案|\Z)", row["prompt"], re.M | re.S)
        options = [x for _, x in found]
        if "".join(mark for mark, _ in found) == "ABCD" and all(options) and row["response"]:
            yield key, options, row["response"]
