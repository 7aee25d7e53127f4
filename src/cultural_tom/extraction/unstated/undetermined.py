"""The option that nothing tells which of the others it is, where the first sentence says so: "Based on the text, it can't be
determined who did it."."""

from cultural_tom.extraction.clauses import last_sentences, sentences
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import doubtful


def undetermined(t: Text, o: Offered) -> Refs | None:
    """Such an option, where what follows names no other one, or the last sentence says so once more."""
    if o.undetermined is None or o.many:
        return None
    start, stop = next(sentences(o, t), (0, 0))
    said = says_so(t, o, start, stop)
    if said is None or doubtful(t, o, said.start, said.end):
        return None
    against = (
        o.lang.revise,
        o.lang.unsure,
        o.lang.negation,
        o.lang.wrong,
        o.lang.whether,
        o.lang.says,
        o.lang.others,
    )
    before = t.low[start : said.start]
    if any(words.anywhere(o, t.low, start, said.start)):
        return None  # "The options are the man, the woman, and can't be determined."
    if any(p.search(before) for p in (*against, o.lang.in_part)) or o.lang.revise.search(
        t.low, said.end, stop
    ):
        return None
    if o.lang.wrong.search(t.low, said.end, stop) or _declines(t, o):
        return None
    again = says_so(t, o, *last_sentences(o, t)[-1]) is not None
    named = {r.value for r in words.anywhere(o, t.low, stop, len(t.low))} - {said.value}
    if len(named) == 1 and not again:
        return None  # "... It was the woman." but not "Both the man and the woman were there."
    return Refs((said.value,), said.start, said.end)


def says_so(t: Text, o: Offered, start: int, stop: int) -> Ref | None:
    """Words of that option in the stretch, more than one of them: "unclear" may be said of anything."""
    found = (r for r in words.anywhere(o, t.low, start, stop) if r.value == Named(o.undetermined or 0))
    return next((r for r in found if " " in t.low[r.start : r.end]), None)


def _declines(t: Text, o: Offered) -> bool:
    """The text asks for something, or refuses, in words that are none of the option's."""
    own = o.surfaces[o.undetermined or 0]
    return any(not any(m[0] in words_of for words_of in own) for m in o.lang.declines.find(t.low))
