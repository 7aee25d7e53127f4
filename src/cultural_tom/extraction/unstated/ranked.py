"""The one option that the first or the last sentence ranks above the others: "Option 2 is more polite", "C est la plus polie",
第二封更合适."""

import re
from itertools import islice

from cultural_tom.extraction.clauses import CLAUSE_END, last_sentences, negated, sentences
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import letters, numbers, words
from cultural_tom.extraction.references.marks import past_close, past_open
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import doubtful, hedged

_DEGREE_REACH = 40
_NAME = re.compile(r" (?:[a-z]|\d)\Z")  # "Assistant A", "Response 2"
_FEW_WORDS = 4
_MOST = 60


def ranked(t: Text, o: Offered) -> Refs | None:
    """Such an option, by its mark, where no other sentence ranks another."""
    if o.many or not o.lang.degree.may(t.low):
        return None
    ends = (*islice(sentences(o, t), 1), *last_sentences(o, t)[-1:])
    if not any(_ranks(t, o, *span) for span in ends):
        return None
    spans = list(sentences(o, t))
    if len(spans) > _MOST:
        spans = [spans[0], *spans[1 - _MOST :]]
    found = [row for span in spans if (row := _ranks(t, o, *span))]
    return found[-1] if len({row.values for row in found}) == 1 else None


def _ranks(t: Text, o: Offered, start: int, stop: int) -> Refs | None:
    """The option that the sentence begins with, "so" and an article aside, where a word such as "most" follows it directly or
    behind a verb; "more" where two are compared."""
    lead = o.lang.lead_in.match(t.low, _first(t, start))
    ref = _marked(t, o, _first(t, lead.end() if lead else start))
    if ref is None or not isinstance(ref.value, Named) or ref.end >= stop:
        return None
    pos = past_close(t.text, ref.end)
    bound = CLAUSE_END.search(t.text, pos, stop)
    until = min(bound.start() if bound else stop, pos + _DEGREE_REACH)
    degree = o.lang.highest.search(t.low, pos, until) or (
        o.lang.higher.search(t.low, pos, until) if o.of_two else None
    )
    if (
        degree is None
        or o.lang.neutral.match(t.low, degree.end())
        or ":" in t.text[ref.end : pos]
        or len(t.low[pos : degree.start()].split()) > _FEW_WORDS
    ):
        return None
    if _goes_on(t, o, ref, ref.end, stop) or negated(t, ref.start, degree.end(), o.lang):
        return None
    if (
        doubtful(t, o, ref.start, until)
        or hedged(t, o, ref.start, degree.end())
        or o.lang.unsure.search(t.low, start, until)
    ):
        return None
    return Refs((ref.value,), ref.start, until)


def _goes_on(t: Text, o: Offered, ref: Ref, pos: int, stop: int) -> bool:
    """The sentence denies something further on, or names another option that it does not compare this one with."""
    reason = o.lang.because.search(t.low, pos, stop)
    stop = reason.start() if reason else stop
    than = o.lang.than.search(t.low, pos, stop) or o.lang.beats.search(t.low, pos, stop)
    until = than.start() if than else stop
    if o.lang.negation.search(t.low, pos, stop) or o.lang.revise.search(t.low, pos, stop):
        return True
    others = (r for r in letters.anywhere(o, t, pos, until) if r.value != ref.value)
    named = (r for r in words.anywhere(o, t.low, pos, until) if r.value != ref.value)
    return any(others) or any(named) or (than is not None and not o.of_two)


def _first(t: Text, pos: int) -> int:
    return past_open(t.text, pos)


def _marked(t: Text, o: Offered, pos: int) -> Ref | None:
    """A letter or a word such as "option" with a mark at the position; an ordinal with what it counts."""
    ref = numbers.at(o, t, pos) if not t.text[pos : pos + 1].isdigit() else None
    if (
        ref is None
        and o.of_two
        and (named := words.at(o, t.low, pos))
        and _NAME.search(t.low, pos, named.end)
    ):
        return named
    return ref or letters.at(o, t, pos, named=t.text[pos - 1 : pos] in ("(", "["))
