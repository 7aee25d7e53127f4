import json

from logged_readers import Found, Read, marked


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        if row["answer_type"] == "multiple_choice":
            asked = row["prompt"].rsplit("\n\n", 1)[0].rsplit("\n", 1)[-1]  # all options stand in one line
            yield str(n), marked(asked, r"(?:^|(?<=\s))\([A-E]\) "), row["response"] or ""
