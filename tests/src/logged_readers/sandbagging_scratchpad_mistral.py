import json

from logged_readers import Found, Read

ASKED = [f"{form}_{order}" for form in ("direct", "cot") for order in ("honest", "soft", "hard")]


def records(path: str, read: Read) -> Found:
    """Each question is asked six times: with and without reasoning; honestly, as a weaker model, wrong on purpose."""
    for n, row in enumerate(json.loads(read(path))):
        options = [str(choice).strip() for choice in row["choices"]]
        for asked in ASKED:
            reply = row[f"{asked}_full_text" if asked.startswith("cot") else f"{asked}_text"]
            if reply and all(options):
                yield f"{n}/{asked}", options, reply
