import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for asked in json.loads(read(path))["records"]:
        for trial in asked["trials"]:
            options = [trial["choices"][c] for c in sorted(trial["choices"])]
            for turn in ("response_1", "response_2"):
                yield f"{trial['trial_id']}/{turn}", options, trial[turn]["original"]
