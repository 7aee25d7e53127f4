"""A text that ends with the speaker's next move: "Let's go west.", "My next move will be north"."""

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.place import past_determiner
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.doubt import asked

_BEFORE = " \n-*"
_AFTER = " .!。"
_WHO_REACH = 24


def moving(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The option that the last sentence consists of behind such words, with which it begins: "then we'll go west" is a later move."""
    first = start + len(t.text[start:end]) - len(t.text[start:end].lstrip(_BEFORE))
    said = None if o.many else o.lang.moves.match(t.low, first)
    if said is None or t.text[end:].strip() or _is_said_by_another(t, o, first):
        return None
    pos = past_space(t.low, said.end())
    if way := o.lang.ways.match(t.low, pos):
        pos = past_space(t.low, way.end())
    ref = words.at(o, t.low, pos) or words.at(o, t.low, past_determiner(o, t, pos))
    if ref is None or not isinstance(ref.value, Named) or t.text[ref.end : end].strip(_AFTER):
        return None
    return None if asked(t, o, first, ref.end) else Refs((ref.value,), first, ref.end)


def _is_said_by_another(t: Text, o: Offered, start: int) -> bool:
    """The line before ends with a colon and says who says it: "Anna says:"."""
    before = len(t.text[:start].rstrip(_BEFORE))
    near = max(t.text.rfind("\n", 0, before) + 1, before - _WHO_REACH)
    return t.text[before - 1 : before] == ":" and o.lang.says.search(t.low, near, before) is not None
