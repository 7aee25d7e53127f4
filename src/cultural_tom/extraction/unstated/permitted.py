"""Two options of which one is the other with a negation written onto it, as what a text begins with and goes on: "不能通过审核。" of 能 and 不能."""

import re

from cultural_tom.extraction.clauses import last_sentences, sentence_end
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references.marks import END, past_between
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs
from cultural_tom.extraction.unstated.lone import doubted

_HEADING = re.compile(r"(?:\d{1,2}[.、)] ?)?(?P<key>[^\n:。!?,]{2,16})(?::|\n)")
_ASKS = re.compile("[否不没]")
"""What makes a question of a verb before it: 能否, 能不能."""
_VERBS = ("能", "可以", "应该", "不能", "不可以", "不应该")
"""Which go on with another verb; any other word ends its clause."""
_OF_A_WORD = re.compile("[力量源够耐动级]|确定|判断|判定|得知|下结论|保证|一概|给出|回答|说")
"""What makes another word of them (能力), or says that nobody can tell (不能确定)."""


def permitted(t: Text, o: Offered) -> Refs | None:
    """The option that the text begins with, or its first heading, where the last sentence does not conclude with the other."""
    pair = _pair(o)
    if pair is None:
        return None
    heading = _HEADING.match(t.text)
    found = _at(t, o, pair, 0) or (_at(t, o, pair, heading.end()) if heading else None)
    if found is None:
        return None
    start, stop = last_sentences(o, t)[-1]
    for so in o.lang.so.finditer(t.low, start, stop):
        then = _at(t, o, pair, past_between(t.text, so.end()))
        if then is not None and then.values != found.values:
            return None
    return found


def _pair(o: Offered) -> tuple[int, int] | None:
    """The indices of the option and of its negation."""
    if o.n != 2:
        return None
    for yes, no in ((0, 1), (1, 0)):
        short, long = o.folded[yes], o.folded[no]
        if short and long[1:] == short and o.lang.negation.fullmatch(long[0]):
            return yes, no
    return None


def _at(t: Text, o: Offered, pair: tuple[int, int], pos: int) -> Refs | None:
    """The option that the sentence at the position begins with; none where it asks, doubts or supposes."""
    for index in reversed(pair):  # the longer one first
        end = pos + len(o.folded[index])
        if not t.low.startswith(o.folded[index], pos):
            continue
        stop = sentence_end(t.text, pos)
        against = (o.lang.unsure, o.lang.alternative, o.lang.condition, o.lang.whether)
        goes_on = not END.match(t.text, end) and (
            o.folded[index] not in _VERBS or _OF_A_WORD.match(t.text, end)
        )
        asks = t.text[stop : stop + 1] == "?" or _ASKS.match(t.text, end) or "的话" in t.text[end:stop]
        if goes_on or asks or any(p.search(t.low, pos, stop) for p in against):
            return None
        row = Refs((o.value(index),), pos, end)
        return None if doubted(t, o, row) else row
    return None
