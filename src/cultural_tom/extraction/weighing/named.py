"""Where a reply names options, by their words, their letters or a number that stands as a mark."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import is_word
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named

WORDS, LETTER, NUMBER = range(3)
_MOST = 200  # mentions of a kind; a text that has more says nothing
_AS_MARK = re.compile(r"(?<![\w.,])([1-9])(?=\s*(?:\Z|\n|[).,\]*\"`<:：。(]))")
_AFTER = re.compile(r"(?:^|[:：=(\[>*\"`#])\W{0,4}\Z", re.M)
_NOUN_REACH = 16
_DECIMAL = re.compile(r"[.,]\d")
_IN_FORMULA = re.compile(r"[-/+^=_.]\w| ?[=+^*/]")
_BEFORE_FORMULA = "-/+^=_.$\\"


class Mention(NamedTuple):
    """That option, by its index, is named in `text[start:end]`, by its words, letter or number."""

    start: int
    end: int
    option: int
    kind: int


def mentions(t: Text, o: Offered, start: int) -> list[Mention]:
    """The mentions from `start` on, in the order of the text; none lies within another."""
    stop = len(t.text)
    found = list(islice(_by_words(t, o, start, stop), _MOST))
    taken = sorted((m.start, m.end) for m in found)
    for kind in (_by_letter, _by_number):
        found += [m for m in islice(kind(t, o, start, stop), _MOST) if not _within(taken, m.start)]
    return sorted(found)


def _within(taken: list[tuple[int, int]], pos: int) -> bool:
    at = bisect_right(taken, (pos, len(taken) and taken[-1][1])) - 1
    return at >= 0 and taken[at][0] <= pos < taken[at][1]


def _by_words(t: Text, o: Offered, start: int, stop: int) -> Iterator[Mention]:
    for r in words.anywhere(o, t.low, start, stop):
        if isinstance(r.value, Named):
            yield Mention(r.start, r.end, r.value.index, WORDS)
    for index in o.yes_no or ():
        if o.bare_yes_or_no(index):
            yield from _bare(t, o.folded[index], index, start)


def _bare(t: Text, said: str, index: int, start: int) -> Iterator[Mention]:
    """The places of a bare yes or no as a whole word; in Chinese and Japanese as characters."""
    spaced = said.isascii() or not "\u3040" <= said[0] <= "\u9fff"
    place = t.low.find(said, start)
    while place >= 0:
        end = place + len(said)
        if not spaced or not (is_word(t.low[place - 1 : place]) or is_word(t.low[end : end + 1])):
            yield Mention(place, end, index, WORDS)
        place = t.low.find(said, end)


def _by_letter(t: Text, o: Offered, start: int, stop: int) -> Iterator[Mention]:
    for r in letters.anywhere(o, t, start, stop):
        if not isinstance(r.value, Named):
            continue
        before = t.text[r.start - 1 : r.start]
        if not (_IN_FORMULA.match(t.text, r.end) or (before and before in _BEFORE_FORMULA)):
            yield Mention(r.start, r.end, r.value.index, LETTER)


def _by_number(t: Text, o: Offered, start: int, stop: int) -> Iterator[Mention]:
    if o.numeric:
        return
    for m in _AS_MARK.finditer(t.low, start, stop):
        index = o.place_of_number(int(m[1]))
        if 0 <= index < o.n and not _DECIMAL.match(t.low, m.end()) and _is_mark(t, o, m.start()):
            yield Mention(m.start(1), m.end(), index, NUMBER)


def _is_mark(t: Text, o: Offered, pos: int) -> bool:
    """The number begins a line, or stands behind a sign such as a colon or a noun such as "option"."""
    before = max(0, pos - _NOUN_REACH)
    if _AFTER.search(t.low[before:pos]) and (before or t.low[:pos].strip()):
        return True
    return any(not t.low[m.end() : pos].strip(" *#:") for m in o.lang.noun.finditer(t.low, before, pos))
