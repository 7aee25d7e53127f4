import json

from logged_readers import Found, Read

END = "Label: <Present | Past | None>"


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["results"]):
        asked, end, reply = row["output_raw"].partition(END)
        if end and row["input"].strip() in asked:
            yield str(n), ["Present", "Past", "None"], reply.lstrip("\n")
