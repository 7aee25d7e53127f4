import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    # "completion" in the zero-shot runs, "raw_response" in those with steps, "final_raw_response" where personas are summed up
    for row in json.loads(read(path)):
        reply = row.get("completion") or row.get("raw_response") or row.get("final_raw_response")
        if reply and list(row["options"]) == list("ABCDEFGHIJ"[: len(row["options"])]):
            yield str(row["realidx"]), list(row["options"].values()), reply
