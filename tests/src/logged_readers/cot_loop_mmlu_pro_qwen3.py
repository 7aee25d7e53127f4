"""The first eight questions of MMLU-Pro, ten replies each; the options come from an archive in the repository of MMLU-Pro, whose numbers
begin at 70."""

import io
import json
import zipfile

from logged_readers import Found, Read, lines

ARCHIVE = "questions:eval_results/model_outputs_jamba-1.5-large_5shots.zip"
FIRST = 70


def records(path: str, read: Read) -> Found:
    archive = zipfile.ZipFile(io.BytesIO(read(ARCHIVE)))
    asked = {
        entry["question_id"]: entry
        for entry in json.loads(archive.read("model_outputs_jamba-1.5-large_5shots.json"))
    }
    for line in lines(read(path)):
        entry = json.loads(line)
        question = asked[FIRST + entry["sample_id"]]
        if entry["response_text"] and question["question"].strip().startswith(
            entry["prompt_preview"].strip()
        ):
            yield (
                f"{entry['sample_id']} {entry['generation_index']}",
                question["options"],
                entry["response_text"],
            )
