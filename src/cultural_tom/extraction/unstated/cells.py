"""The one row of a table, or of values with separators, that has an option in a cell: "417,sarcastic,0.88", "| 5 | authority | somewhat
relevant |"."""

import re

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs, Value

_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"[^|;,\t]+")
_RULE = re.compile(r"[\s|:-]+")
_FEWEST = 2
_MOST_LINES = 6


def cell(t: Text, o: Offered) -> Refs | None:
    """The option of the only cell that is one and nothing else; in a line of a table with bars, or of values with an id."""
    table = "|" in t.text
    if o.many or o.numeric or o.amounts is not None or not (table or _has_id(t.text)):
        return None
    found: dict[Value, Refs] = {}
    for k, line in enumerate(_LINE.finditer(t.text)):
        if k == _MOST_LINES:
            return None
        if _RULE.fullmatch(line[0]) or not (line[0].count("|") >= _FEWEST if table else _has_id(line[0])):
            continue
        for m in _CELL.finditer(t.text, line.start(), line.end()):
            said = part(m[0].strip())
            row = rows.whole(o, said) if said.text and words.at(o, said.low, 0) else None
            if row is not None and len(row.values) == 1 and isinstance(row.values[0], Named):
                found[row.values[0]] = Refs(row.values, m.start(), m.end())
    return next(iter(found.values())) if len(found) == 1 else None


def _has_id(line: str) -> bool:
    """The line begins with a word that holds a digit, and a comma or semicolon behind it."""
    first = re.match(r"\W{0,3}(?P<id>[\w-]{1,24})\s?[,;]", line)
    return first is not None and any(c.isdigit() for c in first["id"])
