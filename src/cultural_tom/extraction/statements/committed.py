"""What stands behind an answer: its clause ends there, or the sentence takes it back, denies it, or goes on to another."""

import re

from cultural_tom.extraction.clauses import CLAUSE_END, clause, sentence_end
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import ruled_in
from cultural_tom.extraction.references import letters, place
from cultural_tom.extraction.references.marks import past_between
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.place import past_determiner
from cultural_tom.extraction.references.value import CLASH, Refs
from cultural_tom.extraction.statements.doubt import asked

_AT_END = re.compile(r"\s*(?:\Z|\n|[.,;!?。！？、،؛।)\]}\"'」』(-])")
_CLOSING_QUOTES = ('"', "」", "』")
_SHORTEST_WORDS = 4
_DENIAL_REACH = 24
_ALSO_REACH = 24
_CROSSED = re.compile(r"\s?[❌✗✘]|\s?\((?:wrong|false|incorrect)\)", re.IGNORECASE)
_SIGNS_OF_DENIAL = ("!", "¬")
_SAYS_GAP = 3
_LETTER_AND_WORDS = re.compile(
    r"[A-Z][.)] \S|[A-Z]:[\u4e00-\u9fff]{4}"
)  # "the answer is A. The box was not there": what follows is a sentence


def committed(t: Text, o: Offered, start: int, row: Refs) -> Refs | None:
    """The references, unless their sentence makes them a question, a part of the answer or a contradiction."""
    if (o.many and _more(t, o, row)) or asked(t, o, start, row.end):
        return None
    if _CROSSED.match(t.text, row.end) or t.text[row.start - 1 : row.start] in _SIGNS_OF_DENIAL:
        return None
    letter = _LETTER_AND_WORDS.match(t.text, row.start)
    verdict = letter and o.lang.wrong.match(t.low, row.start + 2)
    if (verdict or not letter) and _denied_after(t, o, row.end):
        return None
    if not o.many and (_taken_back(t, o, row) or _other_possible(t, o, row)):
        return Refs((*row.values, CLASH), row.start, row.end)
    return row


def _denied_after(t: Text, o: Offered, end: int) -> bool:
    """The clause goes on with a negation: 答えはAではなく, "the answer A is wrong"."""
    if _AT_END.match(t.text, end) or t.text[end - 1] in ")]」】":
        return False
    stop = min(clause(t, end, end, o.lang, CLAUSE_END)[1], end + _DENIAL_REACH)
    m = o.lang.negation.search(t.low, end, stop)
    if m and o.lang.negation_follows and m.start() - end <= _SAYS_GAP:
        return True
    if m:
        other = past_between(t.text, m.end())
        if not any(place.at(o, t, at) for at in (other, past_determiner(o, t, other))):
            return True  # else it is the other one that is denied: "A rather than B"
    return any(o.lang.says.match(t.low, at) for at in range(end, end + _SAYS_GAP))


def _other_possible(t: Text, o: Offered, row: Refs) -> bool:
    """The sentence goes on to say that it may be another letter: "the answer is A, or possibly C"."""
    stop = sentence_end(t.text, row.end)
    because = o.lang.because.search(t.low, row.end, stop)
    stop = because.start() if because else stop
    for r in letters.anywhere(o, t, row.end, stop):
        if r.value not in row.values:
            left, _ = clause(t, r.start, r.end, o.lang, CLAUSE_END)
            left = max(left, row.end)
            if o.lang.negation.search(t.low, left, r.start):
                continue
            if o.lang.unsure.search(t.low, left, r.start) or o.lang.alternative.search(t.low, left, r.start):
                return True
            if r.start - row.end < _ALSO_REACH and o.lang.also.search(t.low, row.end, r.start):
                return True
    return False


def _more(t: Text, o: Offered, row: Refs) -> bool:
    """The sentence goes on to name further options, but for a reason: the row is not the whole answer."""
    end = row.end
    stop = sentence_end(t.text, end)
    because = o.lang.because.search(t.low, end, stop)
    further = ruled_in(o, t, end, because.start() if because else stop)
    return any(further) or o.lang.exception.search(t.low, end, stop) is not None


def _taken_back(t: Text, o: Offered, row: Refs) -> bool:
    """The answer is an option's words, and its sentence goes on to another option ("the drawer is where it
    is, but he looks in the box"): which of the two is meant is not guessed. A reason may name others."""
    if row.end - row.start < _SHORTEST_WORDS:
        return False
    stop = sentence_end(t.text, row.end)
    because = o.lang.because.search(t.low, row.end, stop)
    reason = because.start() if because else stop
    but = o.lang.revise.search(t.low, reason, stop)
    return any(
        r.start < reason or (but is not None and r.start > but.start())
        for r in ruled_in(o, t, row.end, stop, besides=row.values)
    )


def is_complete(t: Text, o: Offered, end: int) -> bool:
    """After the references the clause ends, or goes on with words that only round it off."""
    space = t.low[end : end + 1] == " "
    noun = o.lang.noun.match(t.low, end + space)
    return bool(
        (noun and _AT_END.match(t.text, noun.end()))
        or t.text[end - 1 : end] in _CLOSING_QUOTES
        or _AT_END.match(t.text, end)
        or o.lang.tail.match(t.low, end + space)
    )
