import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["results"]):
        log, asked = row["log"], row["data_point"]
        if "a" in log:
            kept = {"hallucinatedCont.": "hallucinatedContinuation", "realCont.": "realContinuation"}
            yield str(n), [asked[kept[log[k]]].strip() for k in ("a", "b")], log["response"]
