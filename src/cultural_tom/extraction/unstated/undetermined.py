"""The option that nothing tells which of the others it is, where the first sentence says so: "Based on the text, it can't be
determined who did it. Both were there."."""

from itertools import islice

from cultural_tom.extraction.clauses import sentences
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs
from cultural_tom.extraction.statements.doubt import doubtful

_MOST = 40


def undetermined(t: Text, o: Offered) -> Refs | None:
    """Such an option, where no later sentence weighs another or comes to one."""
    if o.undetermined is None or o.many:
        return None
    unknown = o.value(o.undetermined)
    spans = list(islice(sentences(o, t), _MOST))
    start, stop = spans[0]
    said = next((r for r in words.anywhere(o, t.low, start, stop) if r.value == unknown), None)
    if said is None or " " not in t.low[said.start : said.end] or doubtful(t, o, said.start, said.end):
        return None
    if o.lang.revise.search(t.low, start, stop) or o.lang.unsure.search(t.low, start, said.start):
        return None
    weighs = (o.lang.highest, o.lang.higher, o.lang.so, o.lang.cue, o.lang.unsure)
    for span in spans[1:]:
        others = any(r.value != unknown for r in words.anywhere(o, t.low, *span))
        if others and any(p.search(t.low, *span) for p in weighs):
            return None
    return Refs((unknown,), said.start, said.end)
