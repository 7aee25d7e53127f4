"""Drawing the contexts of a rebuilt config: a hash sample whose counts are brought to the paper's."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from cultural_tom.problems import Problem
from cultural_tom.rows.order import keyed

# The seed. It never changes: another word would draw other contexts and so other rows.
PURPOSE = "rebuild-1"
Counts = tuple[int, ...]


def draw(counts: Mapping[str, Counts], n: int, totals: Counts) -> list[str]:
    """Keys of `n` contexts whose counts add up to `totals`, as far as the contexts allow, in natural order.

    counts: for each context, how many items of each sort it brings; contexts with the same counts are of one
    kind. The first `n` in the order of their sha256 (`keyed`) say how many of each kind to take; then, while
    that brings the sums nearer to `totals`, one context of a kind is exchanged for one of another kind, two at
    once where no single exchange helps. Within a kind those with the lowest hashes are in. So the draw depends
    on the keys and counts alone, not on the order of reading.

    >>> draw({"a": (1,), "b": (0,), "c": (0,)}, 2, (1,))[0]
    'a'
    """
    order = sorted(counts, key=lambda key: keyed(key, PURPOSE))
    available = Counter(counts.values())
    take = Counter(counts[key] for key in order[:n])
    while (nearer := _nearer(take, available, totals)) is not None:
        take = nearer
    drawn = []
    for key in order:
        if take[counts[key]]:
            take[counts[key]] -= 1
            drawn.append(key)
    return sorted(drawn, key=natural)


def _nearer(take: Counter[Counts], available: Counter[Counts], totals: Counts) -> Counter[Counts] | None:
    """The numbers after the best single exchange, or else the best two; None if neither gets nearer."""
    sorts = range(len(totals))
    gap = [totals[i] - sum(kind[i] * k for kind, k in take.items()) for i in sorts]
    nearest, best = sum(map(abs, gap)), None
    exchanges = {
        (out, into): [into[i] - out[i] for i in sorts]
        for out in sorted(available)
        for into in sorted(available)
        if out != into and take[out] and take[into] < available[into]
    }
    for several in (1, 2):
        for pairs in combinations_with_replacement(exchanges, several):
            distance = sum(abs(gap[i] - sum(exchanges[pair][i] for pair in pairs)) for i in sorts)
            if distance < nearest:
                after = take + Counter(into for _, into in pairs)
                after.subtract(out for out, _ in pairs)
                if all(0 <= k <= available[kind] for kind, k in after.items()):
                    nearest, best = distance, after
        if best is not None:
            break
    return best


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
