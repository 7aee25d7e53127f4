"""Options that carry letters of their own: "Cooperate (C)", "Defect (D)"."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_LETTER = re.compile(r"(?<=\S)\s?\(([A-HJ-Z])\)\Z")  # "I" is a pronoun, too


class OwnLetters(NamedTuple):
    """The options without the letters behind them, and for the place of each letter in the alphabet whose it is."""

    words: tuple[str, ...]
    places: dict[int, int]


def own_letters(options: Sequence[str]) -> OwnLetters | None:
    """None where not each option has one of its own, where a letter is that of another option's place, or where options
    differ in nothing else. Letters count besides the places: "Option 1" is the first one that was shown.

    >>> own_letters(["Cooperate (C)", "Defect (D)"])
    OwnLetters(words=('Cooperate', 'Defect'), places={2: 0, 3: 1})
    >>> own_letters(["Reject (R)", "Accuse (A)"])
    """
    found = [_LETTER.search(option.rstrip()) for option in options]
    places = {ord(m[1]) - 65: k for k, m in enumerate(found) if m}
    words = tuple(option.rstrip()[: m.start()] for option, m in zip(options, found, strict=True) if m)
    taken = any(place != k and place < len(options) for place, k in places.items())
    if not len(places) == len(options) == len({str.lower(w) for w in words}) or taken:
        return None
    return OwnLetters(words, places)
