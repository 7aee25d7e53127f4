"""Many strings of token ids that begin alike, as one packed sequence: a tree in which each common beginning stands once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Ids = Sequence[int]


def common(a: Sequence[Any], b: Sequence[Any]) -> int:
    """Length of the longest common beginning of two strings or lists.

    >>> common([1, 2, 3], [1, 2, 4, 5]), common("ab", "ab"), common("", "x")
    (2, 2, 0)
    """
    low, high = 0, min(len(a), len(b)) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if a[low:middle] == b[low:middle] else (low, middle)
    return low


@dataclass
class Tree:
    """Token ids in an order in which each stands after its ancestors.

    `positions` are distances from the root, counted from `offset`; `branches` are (start, end, place of the token before
    start or -1); `paths[i]` holds the places of the tokens of string i."""

    offset: int = 0
    tokens: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    branches: list[tuple[int, int, int]] = field(default_factory=list)
    paths: list[list[int]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.tokens)


def grow(strings: Sequence[Ids], offset: int = 0) -> Tree:
    """The tree of some strings of token ids, in the order given: sorted ones share all that they can. Strings are cut
    before `offset`, the length of a beginning that all of them share and that is held elsewhere.

    >>> tree = grow([[7, 1], [7, 1, 2], [7, 3], [8]])
    >>> tree.tokens, tree.positions, tree.branches
    ([7, 1, 2, 3, 8], [0, 1, 2, 1, 0], [(0, 2, -1), (2, 3, 1), (3, 4, 0), (4, 5, -1)])
    >>> tree.paths
    [[0, 1], [0, 1, 2], [0, 3], [4]]
    """
    tree = Tree(offset)
    before: Ids = ()
    path: list[int] = []
    for string in strings:
        own = string[offset:]
        shared = common(before, own)
        start = len(tree.tokens)
        if len(own) > shared:
            tree.branches.append((start, start + len(own) - shared, path[shared - 1] if shared else -1))
            tree.tokens += own[shared:]
            tree.positions += range(offset + shared, offset + len(own))
        path = [*path[:shared], *range(start, len(tree.tokens))]
        tree.paths.append(path)
        before = own
    return tree


def size(strings: Sequence[Ids], offset: int = 0) -> int:
    """How many tokens the tree of these strings has.

    >>> size([[7, 1], [7, 1, 2], [7, 3], [8]])
    5
    """
    total, before = 0, strings[0][:offset] if strings else []
    for string in strings:
        total += len(string) - common(before, string)
        before = string
    return total


def mask(tree: Tree, dtype: Any, window: int | None = None) -> Any:
    """What each token sees, as a tensor (1, 1, tokens, offset + tokens) that is added to attention scores: 0 for its
    ancestors, for itself and for the beginning held elsewhere; the lowest number of `dtype` for all others.

    `window`: only the last so many positions are seen, itself among them."""
    import torch

    n, before = len(tree), tree.offset
    sees = torch.zeros(n, n, dtype=torch.bool)
    longest = max((end - start for start, end, _ in tree.branches), default=0)
    triangle = torch.ones(longest, longest, dtype=torch.bool).tril()
    for start, end, parent in tree.branches:
        if parent >= 0:
            sees[start:end] = sees[parent]
        sees[start:end, start:end] = triangle[: end - start, : end - start]
    if window is not None:
        at = torch.tensor(tree.positions)
        sees &= at[:, None] - at[None, :] < window
    out = torch.full((n, before + n), torch.finfo(dtype).min, dtype=dtype)
    out[:, :before] = 0
    out[:, before:].masked_fill_(sees, 0)
    return out[None, None]
