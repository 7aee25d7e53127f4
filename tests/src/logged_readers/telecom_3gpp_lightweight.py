import json
import re

from logged_readers import Found, Read, marked


def records(path: str, read: Read) -> Found:
    shown: dict[str, list[str]] = {}
    asked = re.sub(
        r"(no_rag_)?(gpt4_responses|llama_3_2_lora|llama_3_2)_(?=other|release)", "no_rag_llama_3_2_", path
    )
    for row in json.loads(read(asked)):
        prompt = row["response"].split("Options:\n", 1)[1].split("\nThink step by step and choose")[0]
        shown[row["question"]] = marked("\n" + prompt, r"\noption \d: ")
    for n, row in enumerate(json.loads(read(path))):
        reply = row["response"].split("option.assistant\n\n", 1)[-1]
        if reply.strip():
            yield str(n), shown[row["question"]], reply
