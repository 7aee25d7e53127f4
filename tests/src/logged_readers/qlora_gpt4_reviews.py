import json

from logged_readers import Found, Read, lines

VERDICTS = ["Assistant 1", "Assistant 2", "the two assistants are equivalent"]
LANGUAGES = {"en", "zh", "ja", "ar", "hi", "bn", "ru", "fr", "de"}


def records(path: str, read: Read) -> Found:
    questions = map(json.loads, lines(read("eval/prompts/oa_questions.jsonl")))
    shown = {question["message_id"] for question in questions if question["lang"] in LANGUAGES}
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if row["message_id"] in shown and (row["text"] or "").strip():
            yield f"{n}/{row['message_id']}", VERDICTS, row["text"]
