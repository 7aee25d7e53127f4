import json

from logged_readers import Found, Read, lines, marked


def records(path: str, read: Read) -> Found:
    """A reply as it was logged, or within what the interface gave back."""
    for number, line in enumerate(lines(read(path))):
        row = json.loads(line)
        options = marked(row["user_prompt"].partition("\nOptions:")[2], r"\n\([A-D]\) ")
        reply = row["raw_response"]
        if isinstance(reply, dict):
            reply = reply["choices"][0]["message"]["content"]
        if len(options) == 4 and reply:
            yield f"{number}-{row['id']}", options, reply
