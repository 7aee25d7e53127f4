import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for turn in json.loads(read(path))["history"]:
        said, thought = turn["llm_response"], turn.get("thinking_tokens", "").strip()
        # no call was made, or the reply was empty and the log put its own words around the thinking
        if turn["was_auto"] or (thought and thought[:40] in said[:100]):
            continue
        yield str(turn["step"]), turn["choices"], said
