"""A form that is filled in, where the one field that holds an option is called after what was asked: "VULNERABLE: YES", and below
it "LINES: 4, 9" and "EXPLANATION:"."""

import re

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.unstated.headed import is_of_other

_FIELD = re.compile(r"^(?P<key>[A-Z]\w{2,24}(?:[ _-]\w{1,20}){0,3}): ?(?P<value>[^\n]{0,200})$", re.MULTILINE)
_FEWEST, _MOST = 3, 40
_LINES_BEFORE = 2


def filled_in(t: Text, o: Offered) -> Refs | None:
    """The option that one of at least three fields holds and nothing else, if it is the first of them or all are written in
    capitals; none where two fields hold one."""
    found = list(_FIELD.finditer(t.text))
    if (
        o.many
        or not _FEWEST <= len(found) <= _MOST
        or t.text.count("\n", 0, found[0].start()) > _LINES_BEFORE
    ):
        return None
    holding = [(m, row) for m in found if (row := _option(o, m)) is not None]
    if len(holding) != 1:
        return None
    m, row = holding[0]
    if m is not found[0] and not all(f["key"].isupper() for f in found):
        return None
    low = m["key"].lower().replace("_", " ")
    if is_of_other(o, low):
        return None
    return Refs(row.values, m.start("value"), m.end("value"))


def _option(o: Offered, m: re.Match[str]) -> Refs | None:
    value = m["value"].strip(" .*\"'[]()")
    row = rows.whole(o, part(value)) if value else None
    return row if row is not None and len(row.values) == 1 and isinstance(row.values[0], Named) else None
