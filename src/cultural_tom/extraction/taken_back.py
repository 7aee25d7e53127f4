"""What a text does to its answer behind it: it takes it back, finds fault with the question, or concludes with another option."""

import re

from cultural_tom.extraction.answer import Answer, unparsed
from cultural_tom.extraction.clauses import last_sentences, openings, sentence_end
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import only
from cultural_tom.extraction.references import letters, place, words
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Value, all_named
from cultural_tom.extraction.statements.placed import AROUND
from cultural_tom.extraction.unstated.concluding import conclusion
from cultural_tom.extraction.unstated.praised import fitting

_SO_REACH = 60
_LONG = 300
_LABEL = 3
_MARK = re.compile(r"(?<!\w)\(?[A-Za-z][).:] ")
_WAITS = re.compile(
    r"(?<=\(wait) for\b|(?<=wait) (?:(?:states?|times?|lists?|until)\b|a (?:day|week|month|year)\b"
    r"|(?:for )?(?:(?:a few|several|at least|about) )?[\w-]{1,8} (?:seconds|minutes|hours|days|weeks|months|years)\b"
    r"|a few (?:seconds|minutes|hours|days|weeks|months|years)\b)"
)


def unless_withdrawn(answer: Answer, t: Text, o: Offered) -> Answer:
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
    if m is None and not o.many and answer.rule != "marked":
        end = answer.span[1]
        m = _unmatched_at_last(t, o, answer) or _called_wrong(t, o, end) or _turned_and_cut(t, o, end)
    if m and not (o.judging and o.lang.wrong.search(m[0])):
        return unparsed("ambiguous", answer.rule, (answer.span[0], m.end()))
    return answer


def _called_wrong(t: Text, o: Offered, end: int) -> re.Match[str] | None:
    """The next sentence says at once that the answer is wrong, and at most why: "A. the box. (This is incorrect, as ...)". Of a verdict on
    a statement it may say the same: "No. That is false." """
    if o.yes_no is not None or o.calls_right:
        return None
    start = end + len(t.text[end:]) - len(t.text[end:].lstrip(AROUND + "\n"))
    said = o.lang.pronoun.match(t.low, start)
    wrong = o.lang.wrong.match(t.low, past_space(t.low, said.end())) if said else None
    if wrong is None:
        return None
    ends = END.match(t.text, wrong.end()) or o.lang.because.match(t.low, past_space(t.low, wrong.end()))
    return wrong if ends else None


def _turned_and_cut(t: Text, o: Offered, end: int) -> re.Match[str] | None:
    """The answer's own sentence turns to what is still to be done, and the text breaks off: "The closest is C, but let us check ..." """
    if len(t.text) < _LONG or not t.text[-1:].isalnum():
        return None
    stop = sentence_end(t.text, end)
    turn = o.lang.revise.search(t.low, end, stop)
    return o.lang.plans.search(t.low, turn.end(), stop) if turn else None


def _unmatched_at_last(t: Text, o: Offered, answer: Answer) -> re.Match[str] | None:
    """The last sentence says that no option is the answer, in words that no option has, and names no other: "But none of the options match." """
    if not o.lang.unmatched.may(t.low):
        return None
    start, stop = last_sentence(t, o)
    assert answer.indices is not None and answer.span is not None
    m = o.lang.unmatched.pattern.search(t.low, max(start, answer.span[1]), stop)
    if m is None or only(o, t, m.end(), stop) or o.lang.rest.search(t.low, start, stop):
        return None  # "none of the other options match", "none but this one"
    own = {o.value(index) for index in answer.indices}
    if any(r.value not in own for r in letters.anywhere(o, t, max(start, answer.span[1]), stop)):
        return None  # "none of the options A, C and D match"
    so = o.lang.so.search(t.low, m.end(), stop)
    if so and o.lang.cue.search(t.low, so.end(), stop):
        return None  # "it is not among the options, so the box is the best choice"
    praise = o.lang.praised.pattern.search(t.low, m.end(), stop)
    if praise and not o.lang.negation.search(t.low, m.end(), praise.start()):
        return None  # "it is not among the options, but this one comes closest"
    return None if any(m[0] in f or o.lang.none.search(f) for f in o.folded) else m


def unless_concluded(answer: Answer, t: Text, o: Offered) -> Answer:
    """The text turns after the statement ("but the box is of glass") and concludes with another option ("so B")."""
    if answer.indices is None or answer.span is None or o.many or answer.rule == "marked":
        return answer
    if not t.text[: answer.span[0]].strip(AROUND) and (
        end := _fits_another(answer, t, o)
        or _ends_with_another(answer, t, o)
        or stands_for_answer(answer, t, o)
    ):
        return unparsed("ambiguous", answer.rule, (answer.span[0], end))
    if answer.rule == "final_cue":
        return answer
    turn = o.lang.revise.search(t.low, answer.span[1])
    if turn is None:
        return answer
    start, stop = last_sentence(t, o)
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


def stands_for_answer(answer: Answer, t: Text, o: Offered) -> int:
    """The end of an "A:" that opens a text which names another option by its words, and not the first: it may stand for "answer"; 0 where
    there is none."""
    if answer.indices != (0,) or answer.rule not in ("alone", "beginning") or not t.text.startswith("A:"):
        return 0
    named = {r.value for r in words.anywhere(o, t.low, 2, len(t.low))}
    return 2 if named and o.value(0) not in named else 0


def _ends_with_another(answer: Answer, t: Text, o: Offered) -> int:
    """The end of a last sentence that concludes with another option than the text begins with, opening with "so" or closing with its mark and
    words; 0 where there is none: "(b) 20/63 ... So the probability is 20/69." """
    if answer.indices is None or answer.span is None:
        return 0
    start, stop = last_sentence(t, o)
    opening = start + len(t.text[start:stop]) - len(t.text[start:stop].lstrip())
    if start <= answer.span[1]:
        return 0
    own = tuple(map(o.value, answer.indices))
    if o.lang.so.match(t.low, opening) is None:
        return _closes_in_full(t, o, own, start, stop)
    row = conclusion(t, o, start, stop)
    if row is None or not all_named(row.values) or row.values == own:
        return 0
    denied = o.lang.negation.search(t.low, row.end, stop) or o.lang.wrong.search(t.low, row.end, stop)
    return 0 if denied else row.end


def _closes_in_full(t: Text, o: Offered, own: tuple[Value, ...], start: int, stop: int) -> int:
    """The end of another option's mark and words that close the sentence behind a word such as "so" within it; 0 where they do not:
    "People sometimes think of it, so he says (c) people hate it." """
    so = o.lang.so.search(t.low, start, stop)
    if so is None or o.lang.negation.search(t.low, so.end(), stop):
        return 0
    marked = (place.at(o, t, mark.start()) for mark in _MARK.finditer(t.text, so.end(), stop))
    named = (r for r in marked if r is not None and isinstance(r.value, Named) and r.value not in own)
    ends = (r.end for r in named if r.end - r.start > _LABEL and not t.text[r.end : stop].strip(AROUND))
    return next(ends, 0)


def last_sentence(t: Text, o: Offered) -> tuple[int, int]:
    """Where it stands; the whole text where that has none, as one that is nothing but "?"."""
    return next(reversed(last_sentences(o, t)), (0, len(t.text)))
