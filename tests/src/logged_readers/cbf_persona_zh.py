import json

from logged_readers import Found, Read

GRADES = ["完全不符合", "大部分不符合", "有点不符合", "有点符合", "大部分符合", "完全符合"]


def records(path: str, read: Read) -> Found:
    for person in json.loads(read(path)):
        for item, answer in person["answer"].items():
            if answer["response"].strip():
                yield f"{person['uid']}/{item}", GRADES, answer["response"]
