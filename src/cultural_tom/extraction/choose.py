"""The answer of a `choice`, and the set of a `choices` or `names` row."""

import re
from collections.abc import Callable

from cultural_tom.extraction.answer import Answer, Reason, unparsed
from cultural_tom.extraction.clauses import last_sentences, openings, sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import only
from cultural_tom.extraction.references import labels, rows, words
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, NOTHING, OUT, Named, Ref, all_named
from cultural_tom.extraction.statements.alone import alone
from cultural_tom.extraction.statements.cued import cued
from cultural_tom.extraction.statements.declared import declared
from cultural_tom.extraction.statements.doubt import shown_only
from cultural_tom.extraction.statements.fields import answers_nothing, is_object
from cultural_tom.extraction.statements.flagged import flagged
from cultural_tom.extraction.statements.marked import marked
from cultural_tom.extraction.statements.statement import Statement
from cultural_tom.extraction.statements.verdicts import verdicts
from cultural_tom.extraction.unstated.concluding import conclusion
from cultural_tom.extraction.unstated.order import unstated
from cultural_tom.extraction.unstated.praised import fitting

_AROUND = " .。!！,，、:：()[]【】「」\"'|#✅✔✓"
_SENTENCE = 200
_SO_REACH = 60
_COPULA_REACH = 24
_NUMBER_AT_END = re.compile(r"(?<!\w)\d+\W*\Z")
_TWO = 2
_QUOTE_REACH = 400
_QUOTE = re.compile(r'(?<!\d)"')
_WAITS = re.compile(
    r"(?<=\(wait) for\b|(?<=wait) (?:(?:states?|times?|lists?|until)\b|a (?:day|week|month|year)\b"
    r"|(?:for )?(?:(?:a few|several|at least|about) )?[\w-]{1,8} (?:seconds|minutes|hours|days|weeks|months|years)\b"
    r"|a few (?:seconds|minutes|hours|days|weeks|months|years)\b)"
)
_ROW_AS_SUBJECT = re.compile(r"\w+ \(?(?:[a-p]|[ivx]{1,4})\b")
_BELOW = re.compile(r":\n-")
_HEAD = re.compile(r"(\w{3,12}) [A-Z][.:)]? ?[-–:.(] ?\w")

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
        return _unless_concluded(_unless_withdrawn(_decide(said, t, o), t, o), t, o)
    if is_object(t):
        return unparsed("no_answer")  # of no key it is said that it holds the answer
    found = unstated(t, o.without_own_letters)
    if found is not None:
        answer = _unless_withdrawn(_answer(found, o), t, o)
        end = _stands_for_answer(answer, t, o)
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
        or o.lang.lead_in.fullmatch(t.low[line : m.start()].strip(_AROUND)) is None
    ):
        return False
    return o.lang.negation.search(t.low, m.end()) is not None


def _concludes_with_others(t: Text, o: Offered, said: list[Statement]) -> bool:
    """The last sentence concludes with a row of options that are not those called right on the way."""
    row = conclusion(t, o, *_last_sentence(t, o))
    return row is not None and set(row.values) != {v for s in said for v in s.values}


def _last_sentence(t: Text, o: Offered) -> tuple[int, int]:
    """Where it stands; the whole text where that has none, as one that is nothing but "?"."""
    return next(reversed(last_sentences(o, t)), (0, len(t.text)))


def _said(t: Text, o: Offered) -> list[Statement]:
    """Explicit statements in the order of the text, stated ones only after the last final one."""
    in_marks = [*marked(t, o), *(verdicts(t, o) or flagged(t, o))]
    stated = [s for find in STATED for s in find(t, o) if not any(_overlap(s, m) for m in in_marks)]
    said = sorted([*in_marks, *stated], key=lambda s: (s.start, s.end))
    said = _checked_by_words(t, o, said)
    said = [s for s in said if not shown_only(t, o, s.start)]
    said = _without_asides(t, o, _without_listing(t, o, said))
    if '"' in t.text or "」" in t.text:
        own = [s for s in said if not _is_quoted_tag(t, s) and (s.rule == "marked" or not _quoted(t, s))]
        said = own or said  # the metadata says "the answer is A"
    last_final = max((i for i, s in enumerate(said) if s.final), default=-1)
    return [s for i, s in enumerate(said) if s.final or i > last_final]


def _checked_by_words(t: Text, o: Offered, said: list[Statement]) -> list[Statement]:
    """A number that names one option where the text calls something another one in words is a contradiction, if an option is a word for
    right: it may be the result of a sum that is judged correct."""
    if not o.calls_right:
        return said
    by_number = [s for s in said if all_named(s.values) and _NUMBER_AT_END.search(t.text, s.start, s.end)]
    named = (
        {r.value for r in words.anywhere(o, t.low, 0, len(t.low)) if _is_verdict(t, o, r)}
        if by_number
        else set()
    )
    return [
        s._replace(values=(CLASH,)) if s in by_number and named and not named.intersection(s.values) else s
        for s in said
    ]


def _is_verdict(t: Text, o: Offered, r: Ref) -> bool:
    """The words end their clause behind a word such as "is", or are a line."""
    before = t.low[max(0, r.start - _COPULA_REACH) : r.start].rstrip(" '\"")
    called = before[-1:] in ("", "\n") or any(m.end() == len(before) for m in o.lang.copula.finditer(before))
    return called and END.match(t.text, r.end) is not None


def _without_listing(t: Text, o: Offered, said: list[Statement]) -> list[Statement]:
    """Without what only goes through the options: verdicts on two or more others behind an explicit answer ("The answer is C. A is
    correct, because ... B is correct"), and lines that begin with the same word and a mark and go on ("Answer B - ...")."""
    if o.many or len(said) <= _TWO:
        return said
    heads: dict[str, list[Statement]] = {}
    for s in said:
        if (
            s.rule == "cue"
            and t.text[s.start - 1 : s.start] in ("", "\n")
            and (m := _HEAD.match(t.text, s.start))
        ):
            heads.setdefault(m[1], []).append(s)
    listed = {id(s) for found in heads.values() if len({s.values for s in found}) > _TWO for s in found}
    said = [s for s in said if id(s) not in listed]
    first = said[0] if said else None
    if first is None or any(s.rule not in ("declared", "cue", "final_cue", "alone") for s in said):
        return said
    own = [s for s in said if s.rule != "declared"]
    others = {s.values for s in said if s.rule == "declared"} - {first.values}
    goes_through = len({v for values in others for v in values}) >= _TWO
    return own if first in own and len({s.values for s in own}) == 1 and goes_through else said


def _without_asides(t: Text, o: Offered, said: list[Statement]) -> list[Statement]:
    """Without what a cue within the text has behind it by chance, where all else means one option: several options that are its subject
    ("Answers A and D are rarer"), or the number of an item below "Answer:" ("- ii. Correct, ...")."""
    own = [s for s in said if all_named(s.values) and len(set(s.values)) == 1]
    if o.many or len({s.values[0] for s in own}) != 1 or own[0] is not said[0]:
        return said
    last = said[-1]
    return [
        s for s in said if s.rule != "cue" or (s is last and _closes(t, o, s)) or not _is_aside(t, s, own[0])
    ]


def _is_aside(t: Text, s: Statement, own: Statement) -> bool:
    if own.values[0] in s.values or CLASH in s.values:
        return False
    if _is_row(s):
        return _ROW_AS_SUBJECT.match(t.low, s.start) is not None
    return _BELOW.search(t.text, s.start, s.end) is not None


def _unless_concluded(answer: Answer, t: Text, o: Offered) -> Answer:
    """The text turns after the statement ("but the box is of glass") and concludes with another option ("so B")."""
    if answer.indices is None or answer.span is None or o.many or answer.rule == "marked":
        return answer
    if not t.text[: answer.span[0]].strip(_AROUND) and (
        end := _fits_another(answer, t, o)
        or _ends_with_another(answer, t, o)
        or _stands_for_answer(answer, t, o)
    ):
        return unparsed("ambiguous", answer.rule, (answer.span[0], end))
    if answer.rule == "final_cue":
        return answer
    turn = o.lang.revise.search(t.low, answer.span[1])
    if turn is None:
        return answer
    start, stop = _last_sentence(t, o)
    start = max(start, turn.start())
    for so in o.lang.so.finditer(t.low, start, min(stop, start + _SO_REACH)):
        row = only(o, t, so.end(), stop)
        if (
            row
            and all_named(row.values)
            and {v.index for v in row.values if isinstance(v, Named)} != set(answer.indices)
        ):
            return unparsed("ambiguous", answer.rule, (answer.span[0], row.end))
    return answer


def _fits_another(answer: Answer, t: Text, o: Offered) -> int:
    """The end of a last line's words that what was found is another option; 0 where there are none: "Final answer: A ...
    Therefore it is 336, which corresponds to option E"."""
    if answer.indices is None or answer.span is None:
        return 0
    line = max(answer.span[1], t.text.rfind("\n"))
    own = tuple(map(o.value, answer.indices))
    found = (r.end for r in fitting(t, o) if r.start > line and all_named(r.values) and r.values != own)
    return next(found, 0)


def _stands_for_answer(answer: Answer, t: Text, o: Offered) -> int:
    """The end of an "A:" that opens a text which names another option by its words, and not the first: it may stand for "answer"; 0 where
    there is none."""
    if answer.indices != (0,) or answer.rule not in ("alone", "beginning") or not t.text.startswith("A:"):
        return 0
    named = {r.value for r in words.anywhere(o, t.low, 2, len(t.low))}
    return 2 if named and o.value(0) not in named else 0


def _ends_with_another(answer: Answer, t: Text, o: Offered) -> int:
    """The end of a last sentence that opens with "so" and concludes with another option than the text begins with; 0 where there is
    none: "(b) 20/63 ... So the probability is 20/69." """
    if answer.indices is None or answer.span is None:
        return 0
    start, stop = _last_sentence(t, o)
    opening = start + len(t.text[start:stop]) - len(t.text[start:stop].lstrip())
    if start <= answer.span[1] or o.lang.so.match(t.low, opening) is None:
        return 0
    row = conclusion(t, o, start, stop)
    own = tuple(map(o.value, answer.indices))
    if row is None or not all_named(row.values) or row.values == own:
        return 0
    denied = o.lang.negation.search(t.low, row.end, stop) or o.lang.wrong.search(t.low, row.end, stop)
    return 0 if denied else row.end


def _unless_withdrawn(answer: Answer, t: Text, o: Offered) -> Answer:
    """After the statement the text takes it back and gives no other: "The answer is A. Wait, that is wrong." """
    if answer.indices is None or answer.span is None:
        return answer
    begin = max(0, answer.span[1] - 1)
    m = o.lang.withdraw.search(t.low, begin)
    while m is not None and _WAITS.match(t.low, m.end()):
        m = o.lang.withdraw.search(t.low, m.end())  # a step of what is told
    if m is None and answer.rule != "marked":  # what was marked stands amid noise
        m = next(openings(t, o.lang.withdraw_word, answer.span[1]), None)
    if m is None and o.lang.faulty.may(t.low):
        m = o.lang.faulty.pattern.search(t.low, answer.span[1])
    if m and not (o.judging and o.lang.wrong.search(m[0])):
        return unparsed("ambiguous", answer.rule, (answer.span[0], m.end()))
    return answer


def _overlap(a: Statement, b: Statement) -> bool:
    return b.start < a.end and a.start < b.end


def _decide(said: list[Statement], t: Text, o: Offered) -> Answer:
    """The last statement, unless an earlier one contradicts it and nothing between them takes it back."""
    last = _stronger(said)
    if (
        not o.many
        and all(s.rule == "declared" for s in said)
        and len({s.values for s in said}) == o.n - 1 > _TWO
    ):
        return unparsed("ambiguous", "declared", (said[0].start, last.end))  # all but one are called right
    closing = last.rule == "cue" and _closes(t, o, last)
    own_line = closing and _begins_line(t, o, last) and len({s.values for s in said}) <= _TWO
    own_final = last.rule == "final_cue" and _closes(t, o, last) and _begins_line(t, o, last)
    for s in said[:-1]:
        if set(s.values) == set(last.values):
            continue
        if s.values == (OUT,) and s is not said[0] and any(x.values == last.values for x in said[:-1]):
            continue  # by chance, between two that say the same
        if not o.many and _is_row(s) and len(set(last.values)) == 1:
            continue  # "answer with A, B, C or D": the options repeated, not an answer
        if o.many and s.rule == "declared" and set(s.values) < set(last.values):
            continue  # "A is correct. C is correct. Answer: AC"
        if (
            o.many
            and last.rule != "final_cue"
            and (_is_told_again(t, o, s, last) or _is_explained(t, o, s, said))
        ):
            return _answer(s, o)
        taken_back = o.lang.withdraw.search(t.low, s.end, last.start)
        if o.many and s.rule == last.rule == "declared" and len(last.values) == 1 and not taken_back:
            return unparsed("ambiguous", last.rule, (s.start, last.end))  # verdicts on the way
        outranked = own_line or s.rule == "declared" or not _opens_sentence(t, o, s)
        like_it = s.rule == "verdicts" or (s.rule == "alone" and said[-1].rule == "alone")
        if closing and s.values == (OUT,) and len(set(last.values)) == 1:
            continue  # no option, and then one
        if own_final and s.rule == "marked":
            continue
        if closing and outranked and not (s.final or like_it):
            continue  # an explicit last line outranks what was said on the way
        talks_of = last.rule == "cue" and not closing and not _opens_sentence(t, o, last)
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
        and len(set(first.values)) > 1
        and all(s.rule == "cue" and set(s.values) < set(first.values) for s in others)
        and all(t.text[s.end :].strip(_AROUND) for s in others)
    )


def _is_labelled(t: Text, o: Offered, s: Statement) -> bool:
    """The statement is a line, or the end of one, that begins with a label: of a list."""
    return labels.at(o, t, t.text.rfind("\n", 0, s.start + 1) + 1) is not None


def _is_quoted_tag(t: Text, s: Statement) -> bool:
    """A tag that stands in quotes: the metadata contains "<answer>J</answer>"."""
    return (
        s.rule == "marked" and t.text[s.start - 1 : s.start + 1] == '"<' and t.text[s.end : s.end + 1] == '"'
    )


def _quoted(t: Text, s: Statement) -> bool:
    """The statement stands within a quotation that began before it on its line: somebody else's words."""
    line = max(t.text.rfind("\n", 0, s.start) + 1, s.start - _QUOTE_REACH)
    stop = t.text.find("\n", s.end)
    stop = min(stop if stop >= 0 else len(t.text), s.end + _QUOTE_REACH)
    marks = [m.start() for m in _QUOTE.finditer(t.text, line, stop)]
    before = [m for m in marks if m < s.start - 1]
    if len(before) % 2 and any(m >= s.end - 1 for m in marks):
        return True
    opened = t.text.rfind("「", line, s.start - 1)
    return opened > t.text.rfind("」", line, s.start) and "」" in t.text[s.end - 1 : stop]


def _is_row(s: Statement) -> bool:
    """The statement names several different options, or several that were not offered: "this leaves G, H and L"."""
    return len(set(s.values)) > 1 or (len(s.values) > 1 and set(s.values) == {OUT})


def _stronger(said: list[Statement]) -> Statement:
    """The last statement; where its place holds nothing but a cue and the answer, as the cue makes it."""
    last, before = said[-1], said[-2:-1]
    if (
        last.rule == "alone"
        and before
        and before[0].rule in ("cue", "final_cue")
        and _overlap(before[0], last)
    ):
        return before[0]
    return last


def _closes(t: Text, o: Offered, s: Statement) -> bool:
    """The statement ends the text, and its line or sentence holds nothing else but a word such as "so"."""
    if t.text[rows.past_tail(o, t, s.end) :].strip(_AROUND):
        return False
    first = sentence_start(t.text, s.start, _SENTENCE)
    before = t.low[first : s.start].strip(_AROUND)
    return o.lang.so.match(before) is not None or o.lang.lead_in.fullmatch(before) is not None


def _begins_line(t: Text, o: Offered, s: Statement) -> bool:
    """Nothing but a word such as "so" stands before the statement on its line."""
    before = t.low[t.text.rfind("\n", 0, s.start) + 1 : s.start].strip(_AROUND)
    return s.start > len(before) and o.lang.lead_in.fullmatch(before) is not None


def _opens_sentence(t: Text, o: Offered, s: Statement) -> bool:
    """The statement stands at the beginning of a sentence, or only "so" or "the" before it."""
    before = t.low[sentence_start(t.text, s.start, _SENTENCE) : s.start].strip(_AROUND)
    return o.lang.lead_in.fullmatch(before) is not None


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
