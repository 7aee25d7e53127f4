import json

from logged_readers import Found, Read

SHORT = ["N", "NE", "SE", "S", "E", "NW", "W", "SW", "B"]
LONG = ["North", "Northeast", "Southeast", "South", "East", "Northwest", "West", "Southwest", "Bounding Box"]
WITH, WITHOUT = "Transitivity_Table", "Transitivity_Table_without_clarification"


def records(path: str, read: Read) -> Found:
    answer = json.loads(read(path))["answer"]
    if answer and answer.strip():
        yield "0", LONG if "without_clarification" in path else SHORT, answer
