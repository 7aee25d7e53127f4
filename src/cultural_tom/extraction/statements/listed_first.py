"""A line that repeats what may be answered, and behind its colon the answer: "yes / no: no", "Label (spam or ham): ham"."""

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, all_named
from cultural_tom.extraction.statements.names import LIKE_AN_ANSWER
from cultural_tom.extraction.statements.statement import Statement

_LONGEST = 200
_AROUND = " ([:\"'-"


def listed_first(t: Text, o: Offered) -> list[Statement]:
    """Such a last line, or such a line and behind it others with a colon alone. Before the options stands nothing but a name like
    "label" or "answer"."""
    if o.many or ":" not in t.text:
        return []
    end = len(t.text)
    while end > 0:
        start = t.text.rfind("\n", 0, end) + 1
        colon = t.text.rfind(":", start, end)
        if colon < 0 or colon - start > _LONGEST:
            return []
        first = _first_of_all(t, o, start, colon)
        if first is not None:
            heading = t.low[start:first].strip(_AROUND)
            row = rows.whole(o, part(t.text[colon + 1 : end].strip()))
            said = row is not None and all_named(row.values) and len(set(row.values)) == 1
            called = not heading or LIKE_AN_ANSWER.fullmatch(heading) or o.lang.cue.fullmatch(heading)
            return [Statement(row.values, start, end, "cue")] if row is not None and said and called else []
        end = start - 1
    return []


def _first_of_all(t: Text, o: Offered, start: int, stop: int) -> int | None:
    """Where the first option stands, if all of them stand there with a slash or a word for "or" among them."""
    if t.text.find("/", start, stop) < 0 and o.lang.alternative.search(t.low, start, stop) is None:
        return None
    if o.yes_no:
        both = [o.lang.yes.search(t.low, start, stop), o.lang.no.search(t.low, start, stop)]
        return min(m.start() for m in both if m) if all(both) else None
    found = [r for r in words.anywhere(o, t.low, start, stop) if isinstance(r.value, Named)]
    return min(r.start for r in found) if len({r.value for r in found}) == o.n else None
