import json

from logged_readers import Found, Read, lines

LAST = "None of the above options are correct"  # as the prompts word the fourth option


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if row["gpt"].strip():
            yield str(n), [row["option 1"], row["option 2"], row["option 3"], LAST], row["gpt"]
