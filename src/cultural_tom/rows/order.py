"""The project's only source of randomness: sha256 of a row id and a purpose.

Permutation k of a row depends on nothing but the row's id, the purpose and k, so it never changes
when other rows are added, removed or read in another order.
"""

import hashlib
from collections.abc import Iterable, Sequence

from cultural_tom.subsets import EVERY_CONFIG, SET_FORMATS


def keyed(row_id: str, purpose: str, item: str | int = "") -> bytes:
    """32 pseudo-random bytes for this row, purpose and item."""
    return hashlib.sha256(f"{row_id}\x1f{purpose}\x1f{item}".encode()).digest()


def permutation(row_id: str, n: int, purpose: str, k: int = 0) -> list[int]:
    """Order number k of n options: position i shows option `permutation(...)[i]`.

    >>> sorted(permutation("xfantom_fr/1", 4, "options"))
    [0, 1, 2, 3]
    """
    return sorted(range(n), key=lambda i: keyed(row_id, f"{purpose}#{k}", i))


def shown(row_id: str, n: int, k: int) -> list[int]:
    """What a model is shown as option order number k of a row, and what `permutation` k of a prediction means: place i
    shows option `shown(...)[i]`. Order 0 is the stored one.

    >>> shown("xfantom_fr/1", 4, 0), sorted(shown("xfantom_fr/1", 4, 3))
    ([0, 1, 2, 3], [0, 1, 2, 3])
    """
    return list(range(n)) if k == 0 else permutation(row_id, n, "shown", k)


def as_shown(row_id: str, options: Sequence[str], k: int) -> list[str]:
    """The options of a row as option order number k shows them.

    >>> as_shown("xfantom_fr/1", ["box", "bag"], 0)
    ['box', 'bag']
    """
    return [options[i] for i in shown(row_id, len(options), k)]


def upstream_order(row_id: str, n: int) -> list[int]:
    """Upstream's number of the option at each of the n places of a row, the same options in all languages. Where the
    subset is not `shuffled`, and for an id of no known config, places and numbers are the same.

    >>> upstream_order("tombench_en/hinting_test/0", 4)
    [0, 1, 2, 3]
    """
    config = EVERY_CONFIG.get(row_id.partition("/")[0])
    shuffled = config is not None and config.facts.shuffled
    return permutation(row_id, n, "options") if shuffled else list(range(n))


def upstream_options(row_id: str, options: Sequence[str]) -> list[str]:
    """The options of a row in upstream's own order."""
    return [text for _, text in sorted(zip(upstream_order(row_id, len(options)), options, strict=True))]


def undone(order: Sequence[int], answer: Iterable[int], answer_format: str) -> tuple[int, ...]:
    """An answer (or gold) for options in a given order, as numbers of the options before they were put in it; a set
    comes sorted. A place that no option has becomes -1.

    >>> undone([2, 0, 1], [0], "choice"), undone([2, 0, 1], [0, 2], "names"), undone([1, 0], [5], "choice")
    ((2,), (1, 2), (-1,))
    """
    back = (order[place] if 0 <= place < len(order) else -1 for place in answer)
    return tuple(sorted(back) if answer_format in SET_FORMATS else back)


def uniform(row_id: str, purpose: str, k: int = 0) -> float:
    """A pseudo-random number in [0, 1) for this row, purpose and draw."""
    return int.from_bytes(keyed(row_id, purpose, k)[:8], "big") / 2**64
