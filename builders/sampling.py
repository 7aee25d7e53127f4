"""Drawing the contexts of a rebuilt config: a hash sample whose counts are brought to the paper's."""

import re
from collections.abc import Iterator, Mapping

from cultural_tom.order import keyed
from cultural_tom.problems import Problem

# The seed. It never changes: another word would draw other contexts and so other rows.
PURPOSE = "rebuild-1"
Counts = tuple[int, ...]


def draw(counts: Mapping[str, Counts], n: int, totals: Counts) -> list[str]:
    """Keys of `n` contexts whose counts add up to `totals`, as far as the contexts allow, in natural order.

    counts: for each context, how many items of each kind it brings. The contexts stand in the order of
    their sha256 (`keyed`); the first `n` are taken, and then, while that brings the sums nearer to `totals`,
    the last one taken of one kind of context gives way to the first one not taken of another kind. So
    within each kind those with the lowest hashes are in, and no context depends on the order of reading.

    >>> draw({"a": (1,), "b": (0,), "c": (0,)}, 2, (1,))[0]
    'a'
    """
    order = sorted(counts, key=lambda key: keyed(key, PURPOSE))
    taken, left = order[:n], order[n:]
    gap = [total - sum(counts[key][i] for key in taken) for i, total in enumerate(totals)]
    while any(gap):
        swaps = [
            (sum(abs(g + o - i) for g, o, i in zip(gap, out, into, strict=True)), out, into)
            for out in {counts[key] for key in taken}
            for into in {counts[key] for key in left}
        ]
        if not swaps or min(swaps)[0] >= sum(map(abs, gap)):
            break
        _, out, into = min(swaps)
        leaves = next(key for key in reversed(taken) if counts[key] == out)
        comes = next(key for key in left if counts[key] == into)
        taken.remove(leaves)
        left.remove(comes)
        taken.append(comes)
        gap = [g + o - i for g, o, i in zip(gap, out, into, strict=True)]
    return sorted(taken, key=natural)


def deviation(
    counts: Mapping[str, Counts], drawn: list[str], n: int, wanted: Mapping[str, int]
) -> Iterator[Problem]:
    """A note when the draw could not give `n` contexts, or the `wanted` number of a kind of item."""
    expected = {"contexts": n, **wanted}
    found = (len(drawn), *(sum(counts[key][i] for key in drawn) for i in range(len(wanted))))
    off = [
        f"{got} {what} (the paper: {want})"
        for (what, want), got in zip(expected.items(), found, strict=True)
        if got != want
    ]
    if off:
        yield Problem("rebuild", f"the source allows {', '.join(off)}", "note", "counts_not_reached")


def natural(key: str) -> list[tuple[int, str]]:
    """A sort key that counts numbers as numbers: `9-10` comes after `9-2`.

    >>> sorted(["9-10", "9-2", "10-0"], key=natural)
    ['9-2', '9-10', '10-0']
    """
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", key)]
