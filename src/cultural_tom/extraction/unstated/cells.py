"""The one row of a table, or of values with separators, that has an option in a cell: "| # | Emotion |" and below "| 5 | fear |", "t417,sarcastic"."""

import re
from itertools import islice

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.names import LIKE_AN_ANSWER, OTHER_NAME

_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"[^|;,\t]+")
_MOST_LINES = 3  # one more than a table with one row has
_RULE = re.compile(r"[\s|:-]+")
_OPTION = re.compile(r"options?|choices?", re.IGNORECASE)
_VERDICT = re.compile(r"[01]?[.,]\d+|\d+ ?%|yes|no|true|false", re.IGNORECASE)
_ROW = re.compile(r"(?=[\w-]*\d)[\w-]{1,24}\s?[,;][^,;|\n]+(?:[,;]\s?[\d.]+)?")


def cell(t: Text, o: Offered) -> Refs | None:
    """The option of a cell below a head such as "label", in a table or list of values with one row; or of a line of an id, an option and
    perhaps a number."""
    if o.many or o.numeric or o.amounts is not None:
        return None
    with_words = (m[0] for m in _LINE.finditer(t.text) if not _RULE.fullmatch(m[0]))
    lines = [list(_CELL.finditer(line)) for line in islice(with_words, _MOST_LINES)]
    if len(lines) == 2 and len(lines[0]) == len(lines[1]) > 1:
        pairs = [(head[0].strip(), m[0].strip()) for head, m in zip(*lines, strict=True)]
        said = [
            value for head, value in pairs if LIKE_AN_ANSWER.fullmatch(head) and not _OPTION.fullmatch(head)
        ]
        if any(_VERDICT.fullmatch(value) or OTHER_NAME.search(f"{head} {value}") for head, value in pairs):
            return None
    elif len(lines) == 1 and _ROW.fullmatch(t.text):
        said = [lines[0][1][0].strip()]
    else:
        return None
    row = rows.whole(o, part(said[0])) if len(said) == 1 and said[0] else None
    named = row is not None and len(row.values) == 1 and isinstance(row.values[0], Named)
    if row is None or not named or words.at(o, part(said[0]).low, 0) is None:
        return None
    start = t.text.rfind(said[0])
    return Refs(row.values, start, start + len(said[0]))
