import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for stage, tasks in json.loads(read(path)).items():
        for task, rows in tasks.items():
            for n, row in enumerate(rows):
                if row["predict"].strip():
                    yield f"{stage}/{task}/{n}", [x.strip() for x in row["candidates"]], row["predict"]
