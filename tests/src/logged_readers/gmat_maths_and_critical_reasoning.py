import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from logged_readers import Found, Read


def answers(part: Any, way: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The answered questions below a part of the file, each with the way that led to it."""
    for name, inner in part.items():
        if name == "details":
            yield from ((way, row) for row in inner)
        elif isinstance(inner, dict):
            yield from answers(inner, f"{way}{name}, ")


def records(path: str, read: Read) -> Found:
    file, _, model = path.partition("#")
    if "Verbal" in file:
        questions = json.loads(read("GMAT/Verbal/CriticalReasoning.json"))["questions"]
    else:
        questions = json.loads(read("GMAT/Quant/ProblemSolving.json"))["Allquestions"]
    asked = Counter(question["question_id"] for question in questions)  # some numbers stand for two questions
    shown = {q["question_id"]: q["options"] for q in questions if asked[q["question_id"]] == 1}
    tree = json.loads(read(file))
    for way, row in answers(tree[model] if model else tree, ""):
        options = shown.get(row["question_id"], {})
        if "zero-shot" in way:  # this prompt asks for the bare letter
            continue
        if "".join(options) == "ABCDE"[: len(options)] and len(options) > 1 and row["model_response"]:
            yield (
                f"{way}{row['question_id']}",
                [str(option).strip() for option in options.values()],
                row["model_response"],
            )
