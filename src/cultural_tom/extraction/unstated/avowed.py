"""An option's words as what the speaker says of himself: "I strongly disagree with the claim", "Я согласен с ним"."""

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import place, words
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Ref, Refs
from cultural_tom.extraction.statements.doubt import doubtful
from cultural_tom.extraction.statements.statement import last

_BEFORE = 16


def avowed(t: Text, o: Offered) -> Refs | None:
    """The option that all such sentences mean."""
    if o.many:
        return None
    found = [
        ref
        for m in last(o.lang.avow.find(t.low))
        if (ref := words.at(o, t.low, past_space(t.low, m.end())))
        and _counts(t, o, ref)
        and not _subordinate(t, o, m.start())
    ]
    if len({r.value for r in found}) != 1:
        return None
    return Refs((found[-1].value,), found[-1].start, found[-1].end)


def _counts(t: Text, o: Offered, ref: Ref) -> bool:
    """Its clause ends behind the words or goes on to what was asked about, without a doubt or a condition."""
    line = t.text.rfind("\n", 0, ref.start) + 1
    if place.at(o, t, line) is not None:
        return False  # "2) Disagree: I disagree with it": each is looked at in turn
    after = past_space(t.low, ref.end)
    if not (END.match(t.text, ref.end) or o.lang.toward.match(t.low, after)):
        return False
    return not doubtful(t, o, ref.start, ref.end)


def _subordinate(t: Text, o: Offered, pos: int) -> bool:
    """A word such as "when" stands directly before the sentence on oneself: "they betray when I betray"."""
    before = t.low[:pos].rstrip()
    near = o.lang.because.finditer(before, max(0, len(before) - _BEFORE))
    return any(m.end() == len(before) for m in near)
