"""A grade of a scale behind a name for grades: "My rating: 4/5", "Toxicity: 1/4", "BIRADS: 4"."""

import re

from cultural_tom.extraction.clean import Text, plain
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs
from cultural_tom.extraction.statements.names import LIKE_AN_ANSWER, OTHER_NAME
from cultural_tom.extraction.unstated.lone import doubted

_LINE = re.compile(
    r"^[\s>*+·-]{0,4}(?P<key>[^\W\d][^\n:]{1,40}?) ?: ?(?P<said>[+-]?\d{1,2})(?: ?/ ?(?P<of>\d{1,2}))?"
    r"(?: ?\([^()\n\d]{1,80}\)|\. [^\n]*|\.)?$",
    re.MULTILINE,
)
_IN_CAPITALS = re.compile(r"[A-Z][A-Z-]{2,20}")
_GRADE = re.compile(r"(?:score|grade|scale)s?\b")
_NO_GRADE = re.compile(r"page|part|progress|step|question|item|chapter|seite|teil|страниц|часть")
_LEADING = re.compile(r"\s*\+?([-−]?\d{1,2}) ?(?:[ .]*\Z|[-–—:.)=] ?[^\W\d])")
_FEWEST = 3
_LOWEST = (-5, -3, -2, -1, 0, 1)


def scaled(t: Text, o: Offered) -> Refs | None:
    """The grade on the first or last line, where no other line gives a number to something and the text declines nothing: of a name for
    grades, out of the highest one, or of a name in capitals that is all the text says."""
    if o.many or ":" not in t.text:
        return None
    found = list(_LINE.finditer(t.text))
    if len(found) != 1 or (found[0].start() and t.text[found[0].end() :].strip()):
        return None
    m, grades = found[0], _scale(o)
    key = m["key"].lower().strip()
    index = grades.get(int(m["said"]))
    if index is None or _NO_GRADE.search(key) or OTHER_NAME.search(_GRADE.sub("", key)):
        return None
    named = LIKE_AN_ANSWER.fullmatch(key) or o.lang.score.fullmatch(key)
    alone = m.end() - m.start() == len(t.text) and _IN_CAPITALS.fullmatch(m["key"])
    out_of = m["of"] and int(m["of"]) == max(grades) and (named or o.numeric)
    if not (out_of if m["of"] else named or alone) or o.lang.declines.find(t.low):
        return None
    row = Refs((o.value(index),), m.start("said"), m.end("said"))
    if any(r.value not in row.values for r in words.anywhere(o, t.low, m.start(), m.end())):
        return None  # "Rating: 4/5 (very good)" of "4 - poor"
    return None if not named and doubted(t, o, row) else row


def _scale(o: Offered) -> dict[int, int]:
    """The grades that the options are, each with its index; which are whole numbers or begin with one ("4 – good"); none where these are not in a row."""
    numbers = [_LEADING.match(plain(raw)) for raw in o.raw]
    if not all(numbers):
        return {}
    found = {int(m[1].replace("−", "-")): i for i, m in enumerate(numbers) if m}
    row = sorted(found)
    in_a_row = len(row) == o.n >= _FEWEST and row[0] in _LOWEST and row[-1] - row[0] == o.n - 1
    return found if in_a_row else {}
