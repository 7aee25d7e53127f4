"""FANToM's rule for belief choices, from its description: it asks only whether the right letter was named."""


def is_right(output: str, gold: str) -> bool:
    """`gold` is the small letter of the right option as shown. Nothing asks whether the other one was named too."""
    said = output.lower()
    if said == gold:
        return True
    if "(" + gold + ")" in said:
        return True
    return len(said) > 1 and said[0] == gold and said[1] in ").:,"
