"""Several options named by their numbers, with a word of the question's own before them: "actions 1 and 4"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs

_NUMBER = re.compile(rf"(?<![{WORD}.,/=+−])(\d{{1,2}})(?![{WORD}%°])(?![.,]\d)")
_COMMA = re.compile(r"[,;、،]? ?")
_MOST = 40


def the_one(o: Offered, t: Text, start: int, stop: int) -> Refs | None:
    """The numbers of at least two options that the stretch joins by commas and "and", where it joins no others."""
    if not o.many or o.numeric or o.amounts is not None:
        return None
    found = [row for row in _rows(o, t, start, stop) if len(row.values) > 1]
    return found[-1] if len({row.values for row in found}) == 1 else None


def _rows(o: Offered, t: Text, start: int, stop: int) -> list[Refs]:
    out: list[Refs] = []
    numbers: list[int] = []
    first = end = start
    for k, m in enumerate(_NUMBER.finditer(t.low, start, stop)):
        if k == _MOST:
            return []
        number = int(m[1])
        if numbers and number > numbers[-1] and _joins(o.lang, t.low[end : m.start()]):
            numbers.append(number)
        else:
            out.append(_row(o, numbers, first, end))
            numbers, first = [number], m.start()
        end = m.end()
    return [row for row in (*out, _row(o, numbers, first, end)) if row.values]


def _row(o: Offered, numbers: list[int], start: int, end: int) -> Refs:
    inside = all(1 <= n <= o.n for n in numbers)
    return Refs(tuple(o.value(n - 1) for n in numbers) if inside else (), start, end)


def _joins(lang: Language, between: str) -> bool:
    """A comma, a word such as "and", or both."""
    at = _COMMA.match(between).end()  # type: ignore[union-attr]
    joint = lang.joint.match(between, at)
    rest = between[joint.end() if joint else at :]
    return bool(between.strip()) and not rest.strip()
