import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        if "response" not in row or not row["response"].strip():
            continue
        options = row["options"]
        shown = "\n".join(f"{chr(65 + n)}. {option}" for n, option in enumerate(options))
        if f"\n{shown}\n\nOutput:" in row["prompt"] and all(option.strip() for option in options):
            yield row["uuid"], [option.strip() for option in options], row["response"]
