import json

from logged_readers import Found, Read

JUDGES = {"o3-mini": "OpenAI o3-mini (high)", "gpt-5.4": "GPT-5.4", "gemini": "Gemini 3.1 Pro Preview"}


# The prompt is not in the repository; the closed set, in this order, is that of SUMMARY.md and of o3-mini's
# logged reasoning ("I should return one of: CONFIRMED, ERROR, UNJUSTIFIED, or INCOMPLETE").
VERDICTS = ["CONFIRMED", "ERROR", "UNJUSTIFIED", "INCOMPLETE"]


def records(path: str, read: Read) -> Found:
    file, part = path.split("#")
    for n, row in enumerate(json.loads(read(file))):
        if row["adversary"] == JUDGES[part] and (row["raw_response"] or "").strip():
            yield str(n), VERDICTS, row["raw_response"]
