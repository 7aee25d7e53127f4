"""The answer of a `choice`, and the set of a `choices` or `names` row."""

from collections.abc import Callable

from cultural_tom.extraction.answer import Answer, Reason, unparsed
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import labels
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, NOTHING, OUT, Named
from cultural_tom.extraction.statements.alone import alone
from cultural_tom.extraction.statements.asides import (
    checked_by_words,
    goes_on_behind_quote,
    is_quoted_tag,
    quoted,
    without_asides,
    without_listing,
)
from cultural_tom.extraction.statements.cued import cued
from cultural_tom.extraction.statements.declared import declared
from cultural_tom.extraction.statements.doubt import shown_only
from cultural_tom.extraction.statements.fields import answers_nothing, is_object
from cultural_tom.extraction.statements.flagged import flagged
from cultural_tom.extraction.statements.marked import marked
from cultural_tom.extraction.statements.placed import (
    AROUND,
    begins_line,
    closes,
    is_row,
    opens_sentence,
    overlap,
)
from cultural_tom.extraction.statements.statement import Statement
from cultural_tom.extraction.statements.verdicts import verdicts
from cultural_tom.extraction.taken_back import (
    last_sentence,
    stands_for_answer,
    unless_concluded,
    unless_withdrawn,
)
from cultural_tom.extraction.unstated.concluding import conclusion
from cultural_tom.extraction.unstated.order import unstated

_TWO = 2
_STANDING = ("marked", "final_cue")

STATED: tuple[Callable[[Text, Offered], list[Statement]], ...] = (cued, declared, alone)
"""The ways of stating an answer besides `marked`, inside of which none of them counts. A new one goes here."""


def read(t: Text, o: Offered) -> Answer:
    """The answer that the text commits to (`read` has the order of the rules)."""
    if answers_nothing(t, o):
        return unparsed("no_answer")
    said = _said(t, o)
    if said and _refuses_at_last(t, o, said[-1]):
        return unparsed("no_answer")
    if o.many and said and all(s.rule == "declared" for s in said) and _concludes_with_others(t, o, said):
        return unparsed("ambiguous", "declared", (said[0].start, len(t.text)))
    if said:
        return unless_concluded(unless_withdrawn(_decide(said, t, o), t, o), t, o)
    if is_object(t):
        return unparsed("no_answer")  # of no key it is said that it holds the answer
    found = unstated(t, o.without_own_letters)
    if found is not None:
        answer = unless_withdrawn(_answer(found, o), t, o)
        end = stands_for_answer(answer, t, o)
        return unparsed("ambiguous", answer.rule, (0, end)) if end else answer
    return unparsed("too_long" if t.cut else "no_answer")


def _refuses_at_last(t: Text, o: Offered, stated: Statement) -> bool:
    """A last line announces the final answer and denies that there is one: "FINAL ANSWER: I cannot determine it." """
    if stated.final or o.many:
        return False
    line = t.text.rstrip().rfind("\n") + 1
    if line <= stated.start:
        return False
    m = o.lang.cue.search(t.low, line)
    if (
        m is None
        or m["final"] is None
        or o.lang.lead_in.fullmatch(t.low[line : m.start()].strip(AROUND)) is None
    ):
        return False
    return o.lang.negation.search(t.low, m.end()) is not None


def _concludes_with_others(t: Text, o: Offered, said: list[Statement]) -> bool:
    """The last sentence concludes with a row of options that are not those called right on the way."""
    row = conclusion(t, o, *last_sentence(t, o))
    return row is not None and set(row.values) != {v for s in said for v in s.values}


def _said(t: Text, o: Offered) -> list[Statement]:
    """Explicit statements in the order of the text, stated ones only after the last final one."""
    in_marks = [*marked(t, o), *(verdicts(t, o) or flagged(t, o))]
    stated = [s for find in STATED for s in find(t, o) if not any(overlap(s, m) for m in in_marks)]
    said = sorted([*in_marks, *stated], key=lambda s: (s.start, s.end))
    said = checked_by_words(t, o, said)
    said = [s for s in said if not shown_only(t, o, s.start)]
    said = without_asides(t, o, without_listing(t, o, said))
    if '"' in t.text or "」" in t.text:
        own = [s for s in said if not is_quoted_tag(t, s) and (s.rule == "marked" or not quoted(t, s))]
        # the metadata says "the answer is A"; what is all quoted may be the answer, but not where the sentence goes on
        said = [s for s in own or said if s.rule in _STANDING or not goes_on_behind_quote(t, s)]
    last_final = max((i for i, s in enumerate(said) if s.final), default=-1)
    return [s for i, s in enumerate(said) if s.final or i > last_final]


def _decide(said: list[Statement], t: Text, o: Offered) -> Answer:
    """The last statement, unless an earlier one contradicts it and nothing between them takes it back."""
    last = _stronger(said)
    if (
        not o.many
        and all(s.rule == "declared" for s in said)
        and len({s.values for s in said}) == o.n - 1 > _TWO
    ):
        return unparsed("ambiguous", "declared", (said[0].start, last.end))  # all but one are called right
    closing = last.rule == "cue" and closes(t, o, last)
    own_line = closing and begins_line(t, o, last) and len({s.values for s in said}) <= _TWO
    own_final = last.rule == "final_cue" and closes(t, o, last) and begins_line(t, o, last)
    for s in said[:-1]:
        if set(s.values) == set(last.values):
            continue
        if s.values == (OUT,) and any(x.values == last.values for x in said if x.start < s.start):
            continue  # by chance, between two that say the same
        if not o.many and is_row(s) and len(set(last.values)) == 1:
            continue  # "answer with A, B, C or D": the options repeated, not an answer
        if o.many and s.rule == "declared" and set(s.values) < set(last.values):
            continue  # "A is correct. C is correct. Answer: AC"
        if o.many and (_is_told_again(t, o, s, last) or _is_explained(t, o, s, said)):
            return _answer(s, o)
        taken_back = o.lang.withdraw.search(t.low, s.end, last.start)
        if o.many and s.rule == last.rule == "declared" and len(last.values) == 1 and not taken_back:
            return unparsed("ambiguous", last.rule, (s.start, last.end))  # verdicts on the way
        outranked = own_line or s.rule == "declared" or not opens_sentence(t, o, s)
        like_it = s.rule == "verdicts" or (s.rule == "alone" and said[-1].rule == "alone")
        if closing and s.values == (OUT,) and len(set(last.values)) == 1:
            continue  # no option, and then one
        if own_final and s.rule == "marked":
            continue
        if closing and outranked and not (s.final or like_it):
            continue  # an explicit last line outranks what was said on the way
        talks_of = last.rule == "cue" and not closing and not opens_sentence(t, o, last)
        if talks_of and {x.values for x in said if x.rule == "marked"} == {s.values}:
            return _answer(s, o)  # "[[C]] ... though others had agreed with the answer choice D"
        finals = {x.values for x in said if x.final}
        if (
            last.rule == "declared"
            and finals == {s.values}
            and not o.lang.revise.search(t.low, s.end, last.start)
        ):
            return _answer(s, o)  # "Final answer: C", and behind it a verdict on something else
        if o.lang.revise.search(t.low, s.end, last.start) is None:
            return unparsed("ambiguous", last.rule, (s.start, max(s.end, last.end)))
    return _answer(last, o)


def _is_told_again(t: Text, o: Offered, first: Statement, last: Statement) -> bool:
    """The text begins with a list and breaks off where it tells the items again, one by one."""
    said = tuple(dict.fromkeys(last.values))
    listed = t.text.rfind(":\n", first.end)
    return (
        first.rule == "alone"
        and not first.start
        and said == tuple(dict.fromkeys(first.values))[: len(said)]
        and t.text[-1:].isalnum()
        and listed >= 0
        and labels.at(o, t, listed + 2) is not None
    )


def _is_explained(t: Text, o: Offered, first: Statement, said: list[Statement]) -> bool:
    """The text begins with a list, and behind that a part of it is named, not at the end ("a, b ... The likeliest is a, as ..."), or its
    answer stands behind a cue, and the options are listed."""
    others = [s for s in said if s is not first]
    if first.rule == "cue":
        return all(s.rule == "alone" and _is_labelled(t, o, s) for s in others)
    return (
        first.rule == "alone"
        and not first.start
        and all(s.rule == "cue" and set(s.values) < set(first.values) for s in others)
        and all(t.text[s.end :].strip(AROUND) for s in others)
    )


def _is_labelled(t: Text, o: Offered, s: Statement) -> bool:
    """The statement is a line, or the end of one, that begins with a label: of a list."""
    return labels.at(o, t, t.text.rfind("\n", 0, s.start + 1) + 1) is not None


def _stronger(said: list[Statement]) -> Statement:
    """The last statement; where its place holds nothing but a cue and the answer, as the cue makes it."""
    last, before = said[-1], said[-2:-1]
    if (
        last.rule == "alone"
        and before
        and before[0].rule in ("cue", "final_cue")
        and overlap(before[0], last)
    ):
        return before[0]
    return last


def _answer(s: Statement, o: Offered) -> Answer:
    indices = tuple(sorted({v.index for v in s.values if isinstance(v, Named)}))
    reason = _reason(s, o)
    return Answer(None if reason else indices, reason, s.rule, (s.start, s.end))


def _reason(s: Statement, o: Offered) -> Reason:
    """Why the values of a statement are no answer; "" where they are one."""
    values = set(s.values)
    one = len(values) == 1
    if OUT in values:
        return "not_an_option" if o.many or one else "ambiguous"
    if CLASH in values or (NOTHING in values and not one):
        return "ambiguous"
    if o.many:
        return "not_an_option" if NOTHING in values and s.rule == "declared" else ""
    if NOTHING in values:
        return "not_an_option"
    return "" if one else "ambiguous"
