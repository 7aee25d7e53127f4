"""What keeps words that name an answer from stating it: their sentence asks, supposes, or says what somebody else
thinks."""

import re

from cultural_tom.extraction.clauses import CLAUSE_END, clause, sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references.offered import Offered

_ASKED = re.compile(r"[^.,;:!?。！？、،؛।؟\n]{0,12}[?？؟]")
_SENTENCE_REACH = 120
_SAYS_REACH = 60
_EXAMPLE_REACH = 30
_SAID_GAP = 18
_AFTER_REACH = 14
_ASIDE = 24
_MOST_WORDS_BETWEEN = 3
_LONGEST_OPENING = 10


def doubtful(t: Text, o: Offered, start: int, end: int) -> bool:
    """The statement in the characters [start, end) is a question, a condition or another's opinion."""
    return asked(t, o, start, end) or conditional(t, o, start) or hearsay(t, o, start)


def hedged(t: Text, o: Offered, start: int, end: int) -> bool:
    """A word of doubt stands in the clause before the claim, or what takes it back directly behind it: "perhaps B is the
    best", "whether B is right", Bが正しいかどうか."""
    left, right = clause(t, start, end, o.lang, CLAUSE_END)
    ahead = t.low[left:start]
    *_, before, _ = ["", *CLAUSE_END.split(t.low[max(0, left - _ASIDE) : left])]
    if o.lang.unsure.fullmatch(before.strip()):
        return True  # "perhaps, B is the best"
    if o.lang.unsure.search(ahead) or o.lang.whether.search(ahead):
        return True
    return o.lang.doubt_after.search(t.low, end, min(right, end + _AFTER_REACH)) is not None


def shown_only(t: Text, o: Offered, start: int) -> bool:
    """A form that is only shown stands at the position: "for example [[A]]"."""
    return o.lang.example.search(t.low, max(0, start - _EXAMPLE_REACH), start) is not None


def asked(t: Text, o: Offered, start: int, end: int) -> bool:
    """A question mark ends the clause of the statement; where the statement itself ends with an option that is a
    question, its sentence begins as questions do."""
    if t.text[end - 1 : end] in ("?", "؟"):
        first = sentence_start(t.text, start, _SENTENCE_REACH)
        return o.lang.asks.match(t.low, first + (t.text[first : first + 1] == " ")) is not None
    return _ASKED.match(t.text, end) is not None


def conditional(t: Text, o: Offered, start: int) -> bool:
    """A condition opens a clause of the sentence before the statement: "if he saw it, the answer is A"."""
    if o.lang.supposing.search(t.low, max(0, start - _SENTENCE_REACH), start) is None:
        return False
    first = sentence_start(t.text, start, _SENTENCE_REACH)
    for m in o.lang.supposing.finditer(t.low, first, start):
        before = CLAUSE_END.split(t.low[first : m.start()])[-1].strip()
        if o.lang.choosing.search(CLAUSE_END.split(t.low[m.start() : start])[0]):
            continue  # "if I have to choose, B"
        conceded = any(c.end() >= m.end() for c in o.lang.concede.finditer(t.low, first, m.end()))
        if conceded and CLAUSE_END.search(t.text, m.end(), start):
            continue  # "even if I have no feelings, I would choose B"
        if " " not in before and len(before) <= _LONGEST_OPENING and not o.lang.cue.match(t.low, m.start()):
            return True
    return False


def hearsay(t: Text, o: Offered, start: int) -> bool:
    """Directly before the statement stands that somebody else says or thinks so: "some say the answer is A"."""
    if o.lang.says.search(t.low, max(0, start - _SAYS_REACH), start) is None:
        return False
    first = max(sentence_start(t.text, start, _SAYS_REACH), start - _SAYS_REACH)
    said = next(reversed(list(o.lang.says.finditer(t.low, first, start))), None)
    if said is None or o.lang.not_says.match(t.low, said.start()) or start - said.end() > _SAID_GAP:
        return False
    between = t.low[said.end() : start]
    if len(between.split()) > _MOST_WORDS_BETWEEN or o.lang.so.search(between):
        return False
    who = CLAUSE_END.split(t.low[first : said.start()])[-1]
    return (bool(who.strip()) or " " in said[0]) and o.lang.me.search(who) is None
