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
        if row["flip_flop_response"]:
            yield str(number), courses, row["flip_flop_response"]["response"]
