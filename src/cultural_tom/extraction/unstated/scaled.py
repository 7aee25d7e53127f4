"""A grade of a scale behind the name of what is graded: "Toxicity: 1/4", "BIRADS: 4", "My rating: 4/5"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs
from cultural_tom.extraction.statements.names import OF_SOMETHING_ELSE, OTHER_NAME, like_an_answer

_LINE = re.compile(
    r"^[\s>*+·-]{0,4}(?P<key>[^\W\d][^\n:=]{1,40}?) ?[:=] ?(?P<said>[+-]?\d{1,2})(?![\d%]|[.,]\d)"
    r"(?: ?/ ?(?P<of>\d{1,2})| out of (?P<out_of>\d{1,2}))?(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
_NO_GRADE = re.compile(
    r"\b(?:item|number|page|year|age|count|total|sum|index|date|time|point|line|row|chapter|figure|round|turn|part|week|day|case|criterion)s?\b"
)
_GRADE = re.compile(r"(?:score|grade|scale)s?\b")
_REMARK = ("", ".", "(", ",", ";", "-", "–", "—", ":")
_FEWEST = 3
_LOWEST = (-5, -3, -2, -1, 0, 1)


def scaled(t: Text, o: Offered) -> Refs | None:
    """The grade on the first or last line, where no other line gives a number to something."""
    if o.many or (":" not in t.text and "=" not in t.text):
        return None
    grades = _scale(o)
    found = [m for m in _LINE.finditer(t.text) if not _of_something_else(m["key"].lower())]
    if len(found) != 1:
        return None
    m = found[0]
    if (m.start() and t.text[m.end() :].strip()) or not m["rest"].strip().startswith(_REMARK):
        return None
    of = m["of"] or m["out_of"]
    if grades:
        index = grades.get(int(m["said"]))
        if index is None or (of and int(of) != max(grades)):
            return None
    else:
        key = m["key"].lower().strip()
        if of != str(o.n) or not (like_an_answer(key) or o.lang.score.fullmatch(key)):
            return None
        index = int(m["said"]) - 1
        if not 0 <= index < o.n:
            return None
    return Refs((o.value(index),), m.start("said"), m.end("said"))


def _scale(o: Offered) -> dict[int, int]:
    """The grades that the options are, each with its index; none where they are no whole numbers in a row."""
    try:
        found = {int(f.strip(" .+")): i for i, f in enumerate(o.folded)}
    except ValueError:
        return {}
    row = sorted(found)
    in_a_row = len(row) == o.n >= _FEWEST and row[0] in _LOWEST and row[-1] - row[0] == o.n - 1
    return found if in_a_row else {}


def _of_something_else(key: str) -> bool:
    plainly = _GRADE.sub("", key)
    return any(p.search(plainly) for p in (OTHER_NAME, OF_SOMETHING_ELSE, _NO_GRADE))
