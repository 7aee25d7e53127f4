"""A form that is filled in, whose first field holds an option and gives others their name: "VULNERABLE: YES", and below it
"VULNERABLE_LINES: 4, 9" and "EXPLANATION: ..."."""

import re

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.unstated.headed import is_of_other

_FIELD = re.compile(r"^(?P<key>[A-Z][A-Z_ -]{2,40}): ?(?P<value>[^\n]{0,200})$", re.MULTILINE)
_FEWEST, _MOST = 3, 40
_LINES_BEFORE = 2
_STEM = 6


def filled_in(t: Text, o: Offered) -> Refs | None:
    """The option that the first of at least three fields in capitals holds and nothing else, where another is called after it and none
    holds an option."""
    if o.many or t.text.count(":") < _FEWEST:
        return None
    found = list(_FIELD.finditer(t.text))
    if not _FEWEST <= len(found) <= _MOST or t.text.count("\n", 0, found[0].start()) > _LINES_BEFORE:
        return None
    first, *others = found
    row = _option(o, first)
    called_so = any(m["key"].startswith(first["key"][:_STEM]) for m in others)
    if row is None or not called_so or is_of_other(o, first["key"].lower()):
        return None
    if any(_option(o, m) for m in others) or o.lang.withdraw.search(t.low, first.end()):
        return None
    return Refs(row.values, first.start("value"), first.end("value"))


def _option(o: Offered, m: re.Match[str]) -> Refs | None:
    value = m["value"].strip(" .*\"'[]()")
    if value.isdigit() and value not in o.folded:
        return None  # of lines
    row = rows.whole(o, part(value)) if value else None
    return row if row is not None and len(row.values) == 1 and isinstance(row.values[0], Named) else None
