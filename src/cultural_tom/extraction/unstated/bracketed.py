"""The one option that stands in square brackets or between two number signs by its words, or alone on a line below a colon: "my position is [oppose]"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import doubtful

_BRACKETS = re.compile(r"\[(?P<words>[^\[\]\n]{2,120})\]|#(?P<signed>[^#\n]{2,60})#")
_LINE = re.compile(r":\n(?P<line>[^\n]{2,120})(?=\n)")


_REACH = 200


def bracketed(t: Text, o: Offered) -> Refs | None:
    """Such an option, where the brackets hold no other and none is asked about or denied on that line."""
    brackets = _BRACKETS.finditer(t.text) if "[" in t.text or "#" in t.text else ()
    found = [ref for m in brackets if (ref := _only(t, o, *m.span(m.lastgroup or 0)))]
    if not found:
        found = [
            ref
            for m in _LINE.finditer(t.text)
            if (ref := _only(t, o, m.start("line"), m.end("line"))) and not _lists(t, o, m.start())
        ]
    if len({r.value for r in found}) != 1:
        return None
    return Refs((found[-1].value,), found[-1].start, found[-1].end)


def _only(t: Text, o: Offered, start: int, stop: int) -> Ref | None:
    """The option whose words are all that stands there."""
    ref = words.at(o, t.low, start)
    if ref is None or not isinstance(ref.value, Named) or not start + 1 < ref.end <= stop:
        return None
    if t.text[ref.end : stop].strip(" .") or not any(c.isalpha() for c in t.text[start : start + 2]):
        return None
    before = max(t.text.rfind("\n", 0, start - 1) + 1, start - _REACH)
    return None if o.lang.negation.search(t.low, before, start) or doubtful(t, o, start, stop + 1) else ref


def _lists(t: Text, o: Offered, colon: int) -> bool:
    """The line before announces a list: "consider the following:"."""
    line = t.text.rfind("\n", 0, colon) + 1
    return any(p.search(t.low, line, colon) for p in (o.lang.listing, o.lang.further, o.lang.plans))
