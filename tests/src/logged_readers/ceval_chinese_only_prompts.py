import json

from logged_readers import Found, Read, lines, listed


def records(path: str, read: Read) -> Found:
    """The rows of one provider stand in the order of the prompts, which name the question."""
    path, _, provider = path.partition("#")
    prompts = [json.loads(line) for line in lines(read("data/expanded_dataset.jsonl"))]
    rows = [row for row in map(json.loads, lines(read(path))) if row["provider"] == provider]
    if len(rows) != len(prompts):
        raise ValueError(f"{provider}: {len(rows)} replies to {len(prompts)} prompts")
    for number, (prompt, row) in enumerate(zip(prompts, rows, strict=True)):
        asked = "\n".join(prompt["prompt_text"].split("\n")[-4:])  # below examples with options of theirs
        yield f"{number}-{prompt['variation_id']}", listed(asked), row["response"]
