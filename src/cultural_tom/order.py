"""The project's only source of randomness: sha256 of a row id and a purpose.

Permutation k of a row depends on nothing but the row's id, the purpose and k, so it never changes
when other rows are added, removed or read in another order.
"""

import hashlib


def keyed(row_id: str, purpose: str, item: str | int = "") -> bytes:
    """32 pseudo-random bytes for this row, purpose and item."""
    return hashlib.sha256(f"{row_id}\x1f{purpose}\x1f{item}".encode()).digest()


def permutation(row_id: str, n: int, purpose: str, k: int = 0) -> list[int]:
    """Order number k of n options: position i shows option `permutation(...)[i]`.

    >>> sorted(permutation("xfantom_fr/1", 4, "options"))
    [0, 1, 2, 3]
    """
    return sorted(range(n), key=lambda i: keyed(row_id, f"{purpose}#{k}", i))


def uniform(row_id: str, purpose: str, k: int = 0) -> float:
    """A pseudo-random number in [0, 1) for this row, purpose and draw."""
    return int.from_bytes(keyed(row_id, purpose, k)[:8], "big") / 2**64
