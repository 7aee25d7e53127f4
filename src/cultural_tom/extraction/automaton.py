"""The automaton of many words as one regular expression, in which what several words have in common stands once.

A trie shares the beginnings of words. Lists of phrases are made of parts ("the best answer is", "my final choice is"), so they share what
follows as well: nodes from which the same rests can be read are one, and where all ways from a node lead through another one the
expression goes on there behind a group. On the word lists it has three fifths of the parts that a trie has, and `re` takes its time for each part."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby

_END = 0
Edge = tuple[str, int]


class Automaton:
    """All words of a list, read from `root` on. Of two words of which one begins the other the expression takes the longer one where it
    can: at a place of a text it finds what an alternation of the words does, longest first."""

    def __init__(self, words: Iterable[str]) -> None:
        # By node. A word that may end where others go on has a last edge "".
        self._edges: list[tuple[Edge, ...]] = [()]
        self._known: dict[tuple[Edge, ...], int] = {(): _END}
        self._next: list[int] = [_END]  # by node: the nearest one that all ways from it lead through
        self._depth: list[int] = [0]
        self.root = self._node(sorted(set(words)))

    def expression(self, first: Callable[[str], str] = re.escape) -> str:
        """The regular expression; `first` makes one of what stands on an edge from the root, by default itself.

        >>> Automaton(["best answer", "best option", "right answer", "right option"]).expression()
        '(?:best\\\\ |right\\\\ )(?:answer|option)'
        """
        return self._between(self.root, _END, first)

    def _node(self, rests: list[str]) -> int:
        """The node from which these rests can be read, which are in order and differ."""
        if rests == [""]:
            return _END
        edges = []
        for _, group in groupby(filter(None, rests), key=lambda rest: rest[0]):
            some = list(group)
            shared = _in_common(some[0], some[-1])
            edges.append((some[0][:shared], self._node([rest[shared:] for rest in some])))
        if not rests[0]:
            edges.append(("", _END))
        key = tuple(edges)
        if key not in self._known:
            self._known[key] = len(self._edges)
            self._edges.append(key)
            nearest = edges[0][1]
            for _, node in edges[1:]:
                nearest = self._meeting(nearest, node)
            self._next.append(nearest)
            self._depth.append(self._depth[nearest] + 1)
        return self._known[key]

    def _meeting(self, one: int, other: int) -> int:
        """The nearest node that all ways from both lead through."""
        while one != other:
            if self._depth[one] < self._depth[other]:
                one, other = other, one
            one = self._next[one]
        return one

    def _between(self, node: int, stop: int, first: Callable[[str], str] = re.escape) -> str:
        """What can be read from a node up to one that all ways lead through."""
        out = ""
        while node != stop:
            out += self._group(node, first)
            node, first = self._next[node], re.escape
        return out

    def _group(self, node: int, first: Callable[[str], str]) -> str:
        """What can be read from a node up to the nearest that all ways lead through: edges whose ways meet before that stand together."""
        stop = self._next[node]
        meetings: dict[int, list[str]] = {}
        for label, to in self._edges[node]:
            meeting = to
            while meeting != stop and self._next[meeting] != stop:
                meeting = self._next[meeting]
            meetings.setdefault(meeting, []).append(first(label) + self._between(to, meeting))
        ways = [
            _either(some) + self._between(meeting, stop)
            for meeting, some in meetings.items()
            if meeting != stop
        ]
        return _either([*ways, *meetings.get(stop, [])])


def _in_common(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next(
        (k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _either(ways: list[str]) -> str:
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"
