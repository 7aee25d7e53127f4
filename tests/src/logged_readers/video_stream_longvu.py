import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """The log keeps the question; its options stand in the file of questions under the same number."""
    questions = {row["id"]: row for row in json.loads(read("data/ovo_bench_new.json"))}
    for part, rows in json.loads(read(path)).items():
        for row in rows:
            asked = questions.get(row["id"])
            response = row.get("response")
            if (
                asked
                and asked.get("options")
                and asked["question"] == row["question"]
                and isinstance(response, str)
                and response.strip()
            ):
                yield f"{part} {row['id']}", [str(option) for option in asked["options"]], response
