import json

from logged_readers import Found, Read, lines
from logged_readers.elyza_tasks import TASKS, listed


def records(path: str, read: Read) -> Found:
    name, marks = path.split("#")
    asked, given = (
        [json.loads(line) for line in lines(read(at))] for at in (name.replace("preds", "dataset"), name)
    )
    assert len(asked) == len(given) == 100, name
    for number, sign in TASKS[marks].items():
        if given[number]["pred"].strip():
            yield str(number), listed(number, sign, asked[number]["input_text"]), given[number]["pred"]
