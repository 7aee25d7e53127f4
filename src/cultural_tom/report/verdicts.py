"""Who is better: what a difference proves, in one word, for the terminal and the page alike."""

from collections import Counter
from collections.abc import Iterable

UNDECIDED = "undecided"


def verdict(difference: float, holm: float | None, ci: int = 95) -> str:
    """`a` or `b`, the better one, where Holm's p is below 1 - ci; else `undecided`.

    >>> verdict(0.1, 0.01), verdict(-0.1, 0.01), verdict(0.1, 0.2), verdict(0.1, None)
    ('b', 'a', 'undecided', 'undecided')
    """
    if holm is None or difference == 0 or holm >= 1 - ci / 100:
        return UNDECIDED
    return "b" if difference > 0 else "a"


def tally(verdicts: Iterable[str]) -> dict[str, int]:
    """How often each verdict fell, in the order a, undecided, b.

    >>> tally(["b", "undecided", "b"])
    {'a': 0, 'undecided': 1, 'b': 2}
    """
    counted = Counter(verdicts)
    return {word: counted[word] for word in ("a", UNDECIDED, "b")}
