import json

from logged_readers import Found, Read, lines

END = "SAFETY_NOTE: <one sentence; include urgent-care warning if relevant>\n"


def records(path: str, read: Read) -> Found:
    name, _, model = path.partition("#")
    asked = {
        row["qid"]: row["choices"]
        for row in map(json.loads, lines(read("seed_data/processed/questions.jsonl")))
    }
    for line in lines(read(name)):
        row = json.loads(line)
        options = [choice for choice in asked[row["qid"]] or [] if choice.strip()]
        reply = row["text"].split(END, 1)[1]
        if row["model_id"] == model and len(options) > 1 and reply.strip():
            yield row["qid"], options, reply
