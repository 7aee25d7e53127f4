"""Options that carry letters of their own: "Cooperate (C)", "Defect (D)". They are read as if each stood at the place of its
letter."""

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from cultural_tom.extraction.answer import Answer, unparsed

_CODED = re.compile(r"\s*(?P<words>\S.*?)\s*\((?P<letter>[A-Z])\)\s*", re.DOTALL)
_NO_OPTION = "\ue000"
"""Of private use: no response means anything by it."""


class Coded(NamedTuple):
    """The options at the places of their letters, and for each such place which of the given options it is."""

    options: tuple[str, ...]
    given: dict[int, int]


@lru_cache(maxsize=4096)
def coded(options: tuple[str, ...]) -> Coded | None:
    """None where not each option has a letter of its own behind it, or where the letters are those of the places anyway.

    >>> coded(("Cooperate (C)", "Betray (B)")).given
    {2: 0, 1: 1}
    >>> coded(("red (A)", "blue (B)"))
    """
    found = [m for option in options if (m := _CODED.fullmatch(option))]
    given = {ord(m["letter"]) - 65: k for k, m in enumerate(found)}
    if len(given) < len(options) or all(place == k for place, k in given.items()):
        return None
    words = {place: found[k]["words"] for place, k in given.items()}
    return Coded(tuple(words.get(place, _NO_OPTION) for place in range(max(given) + 1)), given)


def given_back(answer: Answer, given: dict[int, int]) -> Answer:
    """The answer with the places of the options as they were given."""
    if answer.indices is None:
        return answer
    if not given.keys() >= set(answer.indices):
        return unparsed("not_an_option", answer.rule, answer.span)
    return replace(answer, indices=tuple(sorted(given[k] for k in answer.indices)))
