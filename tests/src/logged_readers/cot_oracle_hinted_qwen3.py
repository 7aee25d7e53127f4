"""Questions of ARC, AQuA and MMLU-Pro with and without a hint; replies to ARC that the
author cut at 8,000 characters are left out."""

import json

from logged_readers import Found, Read, listed

CUT = 8000


def records(path: str, read: Read) -> Found:
    for entry in json.loads(read(path)):
        facts = entry["metadata"]
        asked = {
            "cot_text": entry["test_prompt"],
            "qwen3_8b_clean_response": entry["clean_prompt"],
            "qwen3_8b_test_response": entry["test_prompt"],
        }
        for field, prompt in asked.items():
            reply = facts.get(field)
            options = listed(prompt)
            if reply and options and (field == "cot_text" or len(reply) < CUT):
                yield f"{entry['example_id']} {field}", options, reply
