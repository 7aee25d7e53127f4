import json

from logged_readers import Found, Read, lines

ERROR = [f"Therefore, the model response contains {what} error." for what in ("an", "no")]
VALID = [f"Therefore, the model response is {what}." for what in ("not valid", "valid")]
# src/baseline/prompt.py
OPTIONS = {
    "baseline_errordetection_prompt_1": ERROR,
    "baseline_errordetection_prompt_2": ERROR[::-1],
    "baseline_errordetection_prompt_3": VALID,
    "baseline_errordetection_prompt_4": VALID[::-1],
    "cot_instruction_prompt": ERROR,
}


def records(path: str, read: Read) -> Found:
    prompt = path.rpartition("/")[2].removesuffix(".jsonl")
    for row in map(json.loads, lines(read(path))):
        yield row["metadata"]["id"], OPTIONS[prompt], row["response"]
