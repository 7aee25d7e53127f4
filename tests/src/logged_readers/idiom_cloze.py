import json
from ast import literal_eval

from logged_readers import Found, Read, lines

STRIPPED = (
    " 。，答案：#"  # what the repository took off the ends of a reply before it split it at ASCII commas
)


def records(path: str, read: Read) -> Found:
    questions = lines(read("Milestone3/data/selected_test_data.txt"))
    for number, (question, line) in enumerate(zip(questions, lines(read(path)), strict=False)):
        gaps, parts = json.loads(question)["candidates"], literal_eval(line)
        if len(gaps) != 1 or len(parts) != 1 or any(o[0] in STRIPPED or o[-1] in STRIPPED for o in gaps[0]):
            continue
        (reply,) = parts
        if reply.strip():
            yield str(number), gaps[0], reply
