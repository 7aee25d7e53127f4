"""Options on lines of their own, each with a word or a number for yes or no: "toxic: 1", "| balance sheet | Yes |", "revenue: not
affected"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Value
from cultural_tom.extraction.statements.names import OTHER_NAME
from cultural_tom.extraction.statements.statement import Statement

_LINE = re.compile(r"[^\n]+")
_BEFORE = re.compile(r"[\s+*·・•|\[-]{0,6}(?:\d{1,2}[.)] ?|\(?[A-Za-z][.)] ?)?[\"']?")
_FLAG = re.compile(r"[\"'\])]?\s?(?:->|=>|[:=|→-]{1,2})\s?(?P<said>[^|\n]{1,60})")
_REMARK = re.compile(r"\s?(?:[(;,]|- ).*")


def flagged(t: Text, o: Offered) -> list[Statement]:
    """The options that are flagged with yes, where several may be right, every option is flagged once, not all of them alike, and nothing before the first
    one says that the flag is of another thing ("ruled out:")."""
    if not o.many or t.text.count("\n") < o.n - 1:
        return []
    said: dict[Value, str] = {}
    spans: list[tuple[int, int]] = []
    for line in _LINE.finditer(t.text):
        at = _BEFORE.match(t.text, line.start(), line.end())
        ref = words.at(o, t.low, at.end() if at else line.start())
        m = _FLAG.match(t.text, ref.end, line.end()) if ref else None
        if ref is None or m is None or not isinstance(ref.value, Named):
            continue
        if ref.value in said:
            return []
        said[ref.value] = str.lower(_REMARK.sub("", m["said"])).strip(" .;,|")
        spans.append((line.start(), line.end()))
    if len(said) < o.n or _is_of_another(t, o, spans[0][0]) or o.lang.so.search(t.low, spans[-1][1]):
        return []
    flags = {value: _flag(o, words_of, set(said.values())) for value, words_of in said.items()}
    right = tuple(value for value, flag in flags.items() if flag)
    if None in flags.values() or not right or len(right) == o.n:
        return []
    return [Statement(right, spans[0][0], spans[-1][1], "verdicts")]


def _is_of_another(t: Text, o: Offered, end: int) -> bool:
    doubts = (OTHER_NAME, o.lang.wrong, o.lang.negation, o.lang.but_not)
    return any(p.search(t.low, 0, end) for p in doubts)


def _flag(o: Offered, said: str, every: set[str]) -> bool | None:
    """Whether that is a word for yes or no, 1 or 0; also a word that others have with a negation before
    it: "affected", "not affected"."""
    lang = o.lang
    if said == "0" or lang.no.fullmatch(said) or lang.wrong.fullmatch(said):
        return False
    if said == "1" or lang.yes.fullmatch(said) or lang.right.fullmatch(said):
        return True
    if negation := lang.negation.match(said):
        return False if said[negation.end() :].strip() in every else None
    denied = (m and other[m.end() :].strip() == said for other in every if (m := lang.negation.match(other)))
    return True if any(denied) else None
