"""Which dish a photograph shows, or from where it comes: five numbered answers, asked in the language that stands behind the path's "#"."""

import json

from logged_readers import Found, Read, lines, marked


def records(path: str, read: Read) -> Found:
    path, _, language = path.partition("#")
    # the small test draws from the large one, whose numbers it keeps
    task = path.rsplit("/", 1)[1].split("_")[0]
    asked = f"generate_vqa/generated_data/hf_prompt/large_eval_{task}/{language}_large_eval_{task}.jsonl"
    options: dict[str, list[str]] = {}
    for line in lines(read(asked)):
        question = json.loads(line)
        listing = question["multi_choice_prompt"].rsplit("\n\nPrint only", 1)[0]
        options[question["qa_id"]] = marked(listing, r"\n[1-5]\. ")
    for line in lines(read(path)):
        reply = json.loads(line)
        if reply["lang"] == language and reply["qa_id"] in options:
            yield reply["qa_id"], options[reply["qa_id"]], reply["prediction"]
