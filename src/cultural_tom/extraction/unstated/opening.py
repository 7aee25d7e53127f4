"""What the first lines of a longer text state: "x is true." on a line of its own, an option alone below "… fits the category of:"."""

import re

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import labels, rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs, all_named
from cultural_tom.extraction.statements.doubt import asked, conditional
from cultural_tom.extraction.unstated.lone import doubted

_LONGEST, _MOST_WORDS = 60, 4
_BULLET = re.compile(r"[-+·•] ?")
_LISTED = re.compile(r"[-+·•]|\d[.)]|[A-Za-z][.):]")
_NUMBER = re.compile(r"[-+·•] ?|\d[.)] ")
_LEAD = re.compile(r" (?:as|of|be)\Z")
_LONGEST_LEAD = 200


def opening_line(t: Text, o: Offered) -> Refs | None:
    """The first line says of something that it is one option, and no later line says so of another."""
    first = _said(t, o, 0) if "\n" in t.text else None
    if first is None or o.lang.any_cue.pattern.search(t.low, 0, first.end):
        return None  # what kept a cue from counting still holds
    line = t.text.find("\n") + 1
    while line:
        other = _said(t, o, line)
        if other is not None and other.values != first.values:
            return None
        line = t.text.find("\n", line) + 1
    return None if doubted(t, o, first) else first


def _said(t: Text, o: Offered, line: int) -> Refs | None:
    """The option that the line ends with behind a few words and one such as "is"."""
    stop = t.text.find("\n", line)
    stop = stop if stop >= 0 else len(t.text)
    if stop - line > _LONGEST:
        return None
    for copula in o.lang.copula.finditer(t.low, line, stop):
        said = t.text[line : copula.start()].split()
        if not 0 < len(said) <= _MOST_WORDS or not (said[-1][-1].isalnum() and copula[0][-1].isalpha()):
            return None
        if t.text[copula.end() : copula.end() + 1] != " ":
            return None  # where words are not told apart it may be a part of one
        row = rows.whole(o, part(t.text[copula.end() : stop].strip()))
        if row is not None and all_named(row.values) and len(set(row.values)) == 1:
            denied = o.lang.negation.search(t.low, line, copula.end())
            return None if denied else Refs(row.values, line, stop)
    return None


def below_colon(t: Text, o: Offered) -> Refs | None:
    """An option alone on the second line, below words that announce it, where no list of them follows."""
    colon = t.text.find(":\n")
    if not 0 < colon < _LONGEST_LEAD or "\n" in t.text[:colon]:
        return None
    start = colon + 2
    stop = t.text.find("\n", start)
    if (
        stop < 0
        or t.text[stop - 1] == ":"
        or _LISTED.match(t.text, stop + 1)
        or labels.at(o, t, start) is not None
    ):
        return None
    mark = _BULLET.match(t.text, start)
    row = rows.whole(o, part(t.text[mark.end() if mark else start : stop]))
    if row is None or not all_named(row.values) or len(set(row.values)) != 1:
        return None
    if not (
        _LEAD.search(t.low, 0, colon)
        or any(m.end() == colon for m in o.lang.copula.finditer(t.low, 0, colon))
    ):
        return None  # "Consider the following:"
    if o.lang.negation.search(t.low, 0, colon) or conditional(t, o, colon) or asked(t, o, 0, colon):
        return None
    return None if _another_below(t, o, row, stop + 1) else Refs(row.values, start, stop)


def _another_below(t: Text, o: Offered, row: Refs, line: int) -> bool:
    """A later line begins with another option, or labels it: they are gone through."""
    while line:
        numbered = _NUMBER.match(t.text, line)
        begin = numbered.end() if numbered else line
        said = labels.at(o, t, begin) or words.at(o, t.low, begin)
        if said is not None and said.value not in row.values:
            return True
        line = t.text.find("\n", line) + 1
    return False
