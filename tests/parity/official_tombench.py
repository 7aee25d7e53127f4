"""ToMBench's released evaluation, from its description: which letter a raw output gives, the vote, the score."""

import re

LETTERS = "ABCD"


def letter(output: str) -> str:
    """Double brackets before single ones, then any capital; the alphabet decides among brackets, the place
    among bare capitals. Without any the answer is A."""
    for pattern in (r"\[\[([ABCD])\]\]", r"\[([ABCD])\]"):
        marked = re.findall(f"(?={pattern})", output)
        if marked:
            return min(marked)
    bare = re.findall("[ABCD]", output)
    return bare[-1] if bare else "A"


def vote(outputs: list[str], maps: list[dict[str, str]]) -> str:
    """The most frequent source letter over the tries; among equals the one that came first. A letter that was
    no option of the try becomes an empty vote."""
    votes = [m.get(letter(o), "") for o, m in zip(outputs, maps, strict=True)]
    return max(dict.fromkeys(votes), key=votes.count)


def is_right(outputs: list[str], maps: list[dict[str, str]], gold: str) -> bool:
    """`gold` is upstream's ANSWER as it stands there."""
    return vote(outputs, maps) == gold
