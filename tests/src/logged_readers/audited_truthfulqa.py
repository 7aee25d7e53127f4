import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    choices = {row["question"]: row["choices"] for row in json.loads(read("datasets/raw/test.json"))}
    for mechanism, asked in json.loads(read(path)).items():
        for number, row in enumerate(asked):
            for answer in row["individual_responses"]:
                if answer.get("raw_response", "").strip():
                    key = f"{mechanism}-{number}-{answer['agent_id']}"
                    yield key, choices[row["question"]], answer["raw_response"]
