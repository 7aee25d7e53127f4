"""The one class that sentences end with, where the options are classes: "the attitude can be called neutral"."""

from itertools import islice

from cultural_tom.extraction.clauses import CLAUSE_END, sentences
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs
from cultural_tom.extraction.statements.doubt import asked, conditional, doubtful, hearsay

_MOST = 40
_ENDS = " .。।!！\"'»)”"


def classed(t: Text, o: Offered) -> Refs | None:
    """The class that each of these sentences means: it ends with the word, denies nothing and names no other class."""
    if o.many or not o.classes:
        return None
    found = []
    spans = list(islice(sentences(o, t), _MOST + 1))
    if len(spans) > _MOST:
        return None
    for start, stop in spans:
        named = words.anywhere(o, t.low, start, stop)
        if len({r.value for r in named}) != 1 or t.text[named[-1].end : stop].strip(_ENDS):
            continue
        ref = named[-1]
        doubted = conditional(t, o, ref.start) or hearsay(t, o, ref.start) or asked(t, o, ref.start, ref.end)
        *_, clause = [start, *(m.end() for m in CLAUSE_END.finditer(t.text, start, ref.start))]
        first = past_space(t.low, start)
        if o.lang.aside.match(t.low, first) or o.lang.others.match(t.low, first):
            continue  # "I am designed to be harmless", "some would call it toxic"
        if t.low[max(0, ref.start - 2) : ref.start] == "a " and not o.lang.alternative.search(
            t.low, start, ref.start
        ):
            continue  # "it has a moral"
        if doubted or doubtful(t, o, start, ref.end) or o.lang.negation.search(t.low, clause, ref.start):
            continue
        found.append(ref)
    if len({r.value for r in found}) != 1:
        return None
    return Refs((found[-1].value,), found[-1].start, found[-1].end)
