import json

from logged_readers import Found, Read, in_order, lines

CHOICE = (
    "ArcMMLU",
    "GeoBench",
    "MMLU",
    "MathQA",
    "MedMCQA",
    "MusicTheoryBench",
    "OpenTDB",
    "SocialiQA",
    "SuperGLUE-CausalReasoning",
)


def records(path: str, read: Read) -> Found:
    """The data sets with options of their own: not those of true or false, yes or no, named classes, or without options."""
    for line in lines(read(path)):
        row = json.loads(line)
        rest = row["question"].partition("\n\nOptions: ")[2]
        options = in_order(rest.partition("\n\nProvide the correct letter choice in")[0], r"\n([A-J])\. ")
        if (
            not row["global_index"].startswith(CHOICE)
            or len(options) < 2
            or set(options) == {"True", "False"}
        ):
            continue
        if (row["generated_answer"] or "").strip():
            yield row["global_index"], options, row["generated_answer"]
