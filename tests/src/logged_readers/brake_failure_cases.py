import json

from logged_readers import Found, Read

CASES = {
    "llm_responses.json": "cases.json",
    "llm_cases_anthro_responses.json": "cases.json",
    "llm_equal_responses.json": "llm-equal-cases.json",
    "llm-equal-cases-anthro-responses.json": "llm-equal-cases.json",
}


def records(path: str, read: Read) -> Found:
    cases = {case["index"]: case for case in json.loads(read(CASES[path]))}
    for number, row in enumerate(json.loads(read(path))):
        courses = [cases[row["index"]][side]["text"] for side in ("a", "b")]
        yield f"{number} forward", courses, row["forward"]["response"]
        yield f"{number} reversed", courses[::-1], row["reversed"]["response"]
