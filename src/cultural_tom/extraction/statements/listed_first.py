"""A line that repeats what may be answered, and behind its colon the answer: "yes / no: no", "Label (spam or ham): ham"."""

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import letters, rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, all_named
from cultural_tom.extraction.statements.statement import Statement

_MOST_LINES = 12
_LONGEST = 200


def listed_first(t: Text, o: Offered) -> list[Statement]:
    """The one such line of a short text; before its last colon all options stand."""
    if o.many or ":" not in t.text or t.text.count("\n") >= _MOST_LINES:
        return []
    found: list[Statement] = []
    start = 0
    for line in t.text.split("\n"):
        colon = start + line.rfind(":")
        if 0 <= line.rfind(":") <= _LONGEST and (line.rfind("/") >= 0 or _joined(t, o, start, colon)):
            row = rows.whole(o, part(t.text[colon + 1 : start + len(line)].strip()))
            if row and all_named(row.values) and len(set(row.values)) == 1 and _names_all(t, o, start, colon):
                found.append(Statement(row.values, start, start + len(line), "cue"))
        start += len(line) + 1
    return found if len(found) == 1 else []


def _joined(t: Text, o: Offered, start: int, stop: int) -> bool:
    return o.lang.alternative.search(t.low, start, stop) is not None


def _names_all(t: Text, o: Offered, start: int, stop: int) -> bool:
    if o.yes_no and o.lang.yes.search(t.low, start, stop) and o.lang.no.search(t.low, start, stop):
        return True
    by_words = {r.value for r in words.anywhere(o, t.low, start, stop) if isinstance(r.value, Named)}
    return len(by_words) == o.n or len({r.value for r in letters.anywhere(o, t, start, stop)} - {None}) == o.n
