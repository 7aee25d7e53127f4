import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    blue = json.loads(read(path))["players"][1]
    for n, turn in enumerate(blue["conversation"]):
        if turn["role"] == "assistant" and turn["content"].strip():
            # Mistral's turns begin with an echo of the prompt
            yield str(n), ["ACCEPT", "REJECT", "NONE"], turn["content"].split("[/INST]")[-1]
