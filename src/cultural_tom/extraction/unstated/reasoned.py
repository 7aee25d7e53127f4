"""Where somebody will look, or what they think, in a short text that gives the reason: "She will look in the basket because she
doesn't know that the ball is in the box." """

from itertools import islice

from cultural_tom.extraction.clauses import sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.doubt import conditional

Span = tuple[int, int]
_MOST_SENTENCES, _MOST_VERBS = 2, 6
_SENTENCE_REACH = 200
_ASKS = ("?", "؟")
_BOUNDS = (",", "、", "،", ";", "؛", ".", "。", "।", "!", "\n")


def reasoned(t: Text, o: Offered, spans: list[Span]) -> Refs | None:
    """The one option in the only clause with such a verb, where a reason stands beside it; none where the clause denies or doubts, or
    the text asks or turns."""
    if o.many or not 0 < len(spans) <= _MOST_SENTENCES or any(c in t.text for c in _ASKS):
        return None
    verbs = list(islice(o.lang.seeks.finditer(t.low), _MOST_VERBS))
    clauses = {_clause(t, o, m.start(), m.end()) for m in verbs}
    if len(clauses) != 1 or len(verbs) == _MOST_VERBS:
        return None
    ((start, stop),) = clauses
    first = sentence_start(t.text, start, _SENTENCE_REACH)
    if any(p.search(t.low, first, verbs[0].start()) for p in (o.lang.unsure, o.lang.says, o.lang.whether)):
        return None
    reasons = [m for m in o.lang.reason.finditer(t.low) if m.end() <= start or m.start() >= stop]
    found = words.anywhere(o, t.low, start, stop) if reasons else []
    if len({r.value for r in found}) != 1 or any(True for _ in letters.anywhere(o, t, start, stop)):
        return None
    ref = found[0]
    against = (
        o.lang.negation,
        o.lang.unsure,
        o.lang.condition,
        o.lang.plans,
        o.lang.alternative,
    )
    around = ((start, ref.start), (ref.end, stop))
    if any(p.search(t.low, *span) for p in against for span in around) or o.lang.revise.search(t.low):
        return None
    if conditional(t, o, ref.start) or o.lang.others.match(t.low, past_space(t.low, start)):
        return None
    return Refs((ref.value,), ref.start, ref.end) if isinstance(ref.value, Named) else None


def _clause(t: Text, o: Offered, start: int, end: int) -> Span:
    """The stretch around the verb: from the mark or the word for a reason before it to the one behind it."""
    before = [at + 1 for c in _BOUNDS if (at := t.text.rfind(c, 0, start)) >= 0]
    behind = [at for c in _BOUNDS if (at := t.text.find(c, end)) >= 0]
    for m in o.lang.reason.finditer(t.low):
        if m.end() <= start:
            before.append(m.end())
        elif m.start() >= end:
            behind.append(m.start())
    return max(before, default=0), min(behind, default=len(t.text))
