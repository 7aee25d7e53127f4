"""Options that a stretch of text names somewhere: the only one, or one row and others that are ruled out."""

import re
from collections.abc import Iterator
from itertools import islice

from cultural_tom.extraction.clauses import CLAUSE_END, negated, set_aside
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import letters, numbers, rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs, Value

_THAN = re.compile(
    r"(?<!rather )\bthan(?: \w{1,4})? ?[(\"']?\Z"
)  # the words of other languages are too common
_THAN_REACH = 20
_OUTRANKED_REACH = 24
MOST_MENTIONS = 30
"""A stretch that names options more often than this is no answer."""


def only(o: Offered, t: Text, start: int, stop: int, bound: re.Pattern[str] = CLAUSE_END) -> Refs | None:
    """The one option that the stretch names, by letter or words, without a negation; else None."""
    found = _mentions(o, t, start, stop)
    if len(found) > MOST_MENTIONS:
        return None
    if any(_is_compared_with(t, r.start) for r in found):
        return None  # what is more so than another need not be the answer
    aside = {r.value for r in found if set_aside(t, r.start, o.lang, found)}
    kept = [r for r in found if r.value not in aside]
    if len({r.value for r in kept}) != 1 or not isinstance(kept[0].value, Named):
        return None
    if any(
        o.many or not _is_aside(t, m, aside, found) for m in o.lang.exception.finditer(t.low, start, stop)
    ):
        return None
    if len(kept) < len(found):
        bound = CLAUSE_END  # the negation of what is set aside does not count
    if any(negated(t, r.start, r.end, o.lang, bound) for r in kept):
        return None
    return Refs((kept[0].value,), kept[0].start, max(r.end for r in kept))


def _is_compared_with(t: Text, start: int) -> bool:
    """The word "than" stands before the option: "more persuasive than Response 2"."""
    return _THAN.search(t.low, max(0, start - _THAN_REACH), start) is not None


def _is_aside(t: Text, m: re.Match[str], aside: set[Value], found: list[Ref]) -> bool:
    """The exception is an option that is set aside: "offensive but not hate speech"."""
    return any(
        r.value in aside and not t.text[m.end() : r.start].strip(" \"'(")
        for r in found
        if r.start > m.start()
    )


def _mentions(o: Offered, t: Text, start: int, stop: int) -> list[Ref]:
    """Options by their words, and letters outside of those; not all of them where there are too many."""
    found = words.anywhere(o, t.low, start, stop)
    inside = [(r.start, r.end) for r in found]
    single = (r for r in letters.anywhere(o, t, start, stop) if not any(a <= r.start < b for a, b in inside))
    named = (r for r in numbers.anywhere(o, t, start, stop) if not any(a <= r.start < b for a, b in inside))
    return [*found, *islice(single, MOST_MENTIONS + 1), *islice(named, MOST_MENTIONS + 1)]


def all_of(o: Offered, t: Text, start: int, stop: int) -> Refs | None:
    """A sentence that names options in one row ("the people who know are Anna and Ben"), and others only
    to rule them out ("Anna and Ben know, Carl does not"); else None."""
    found = [
        *words.anywhere(o, t.low, start, stop),
        *islice(letters.anywhere(o, t, start, stop), MOST_MENTIONS + 1),
    ]
    if not 0 < len(found) <= MOST_MENTIONS or o.lang.exception.search(t.low, start, stop):
        return None
    if o.lang.none.match(t.low, start):
        return None
    found.sort(key=lambda r: (r.start, -r.end))
    row = rows.at(o, t, found[0].start)
    if row is None or negated(t, row.start, row.end, o.lang):
        return None
    others = [r for r in found if r.start >= row.end and r.value not in row.values]
    return row if all(negated(t, r.start, r.end, o.lang) for r in others) else None


def ruled_in(o: Offered, t: Text, start: int, stop: int, besides: tuple[Value, ...] = ()) -> Iterator[Ref]:
    """Options that stand in the stretch by their words and are not negated, `besides` left out."""
    for r in words.anywhere(o, t.low, start, stop):
        if r.value in besides or negated(t, r.start, r.end, o.lang):
            continue
        if not (besides and _passed_over(t, o, r.start)):
            yield r


def _passed_over(t: Text, o: Offered, start: int) -> bool:
    """Another option is preferred to the one at the position: "the box rather than the drawer", "A over B"."""
    if set_aside(t, start, o.lang):
        return True
    before = t.low[max(0, start - _OUTRANKED_REACH) : start]
    article = next((w for w in o.lang.determiners if before.endswith(f" {w}")), "")
    return o.lang.outranked.search(before.removesuffix(article).rstrip()) is not None
