"""Yes and no, none, and everyone: words that are answers without naming an option."""

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, NOTHING, Named, Ref

_EXCEPTION_REACH = 40


def at(o: Offered, t: Text, pos: int) -> Ref | None:
    """Yes and no where the options are that; none; everyone with an exception, which is not worked out."""
    return _yes_or_no(o, t, pos) or _none(o, t, pos) or _everyone_but(o, t, pos)


def _yes_or_no(o: Offered, t: Text, pos: int) -> Ref | None:
    if not o.yes_no:
        return None
    low, lang = t.low, o.lang
    for index, word in zip(o.yes_no, (lang.yes, lang.no), strict=True):
        m = word.match(low, pos)
        if m and (
            END.match(t.text, m.end())
            or lang.because.match(low, m.end() + 1)
            or (lang.no_then.match(low, m.end()) and m[0].isascii())
            or lang.tail.match(low, m.end())
        ):
            return Ref(Named(index), pos, m.end())
    return None


def _none(o: Offered, t: Text, pos: int) -> Ref | None:
    m = o.lang.none.match(t.low, pos)
    if m and (END.match(t.text, m.end()) or o.lang.tail.match(t.low, m.end())):
        return Ref(NOTHING, pos, m.end())
    return None


def _everyone_but(o: Offered, t: Text, pos: int) -> Ref | None:
    m = o.lang.everyone.match(t.low, pos) if o.many else None
    if m and o.lang.exception.search(t.low, m.end(), m.end() + _EXCEPTION_REACH):
        return Ref(CLASH, pos, m.end())
    return None
