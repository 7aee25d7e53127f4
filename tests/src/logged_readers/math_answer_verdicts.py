import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        prompt, found, reply = row["judgment"].partition(row["gpt4o_answer"].strip())
        if not found or (
            "'correct', 'incorrect', 'incomplete'" not in prompt
            and "correct, incorrect, incomplete" not in prompt
        ):
            continue
        reply = reply.lstrip().removeprefix("/no_think").strip()
        if reply:
            yield row["topic"] + "/" + row["id"], ["correct", "incorrect", "incomplete"], reply
