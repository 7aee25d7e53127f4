"""Options on lines of their own, each with a word or a number for yes or no: "toxic: 1", "| balance sheet | Yes |", "revenue: not
affected"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import labels, words
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Value
from cultural_tom.extraction.statements.names import OTHER_NAME
from cultural_tom.extraction.statements.statement import Statement

_LINE = re.compile(r"[^\n]+")
_BEFORE = re.compile(r"[\s+*·・•|\[-]{0,6}(?:\d{1,2}[.)] ?|\(?[A-Za-z][.)] ?)?[\"']?")
_FLAG = re.compile(r"[\"'\])]?\s?(?:->|=>|[:=|→-]{1,2})\s?(?P<said>[^|\n]{1,60})")
_MARK = re.compile(r"[\s(]{0,4}(?P<mark>\d{1,2}|[A-Ha-h])[.):、]+ ?")
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
        said[ref.value] = _REMARK.sub("", m["said"]).lower().strip(" .;,|")
        spans.append((line.start(), line.end()))
    if len(said) < o.n or _is_of_another(t, o, spans[0][0]) or o.lang.so.search(t.low, spans[-1][1]):
        return []
    flags = {value: _flag(o, words_of, set(said.values())) for value, words_of in said.items()}
    right = tuple(value for value, flag in flags.items() if flag)
    if None in flags.values() or not right or len(right) == o.n:
        return []
    return [Statement(right, spans[0][0], spans[-1][1], "verdicts")]


def all_true(t: Text, o: Offered) -> list[Statement]:
    """The options of a text that consists of lines with a mark and a word for right: "[A] True", "[D] True"."""
    found: list[Value] = []
    for line in _LINE.finditer(t.text) if o.many else ():
        label = labels.at(o, t, line.start())
        at = past_space(t.low, label.end) if label else line.end()
        word = o.lang.right.match(t.low, at)
        if label is None or not isinstance(label.value, Named) or label.value in found:
            return []
        if word is None or t.text[word.end() : line.end()].strip(" .✓✔✅"):
            return []
        found.append(label.value)
    return [Statement(tuple(found), 0, len(t.text), "verdicts")] if found else []


def judged_by_number(t: Text, o: Offered) -> list[Statement]:
    """The options that are called right, where several may be and the text goes through all of them by their numbers or letters, in their
    order, each with a word for right or wrong: "1. Correct. It …", "2. Wrong. …"."""
    if not o.many or t.text.count("\n") < o.n - 1:
        return []
    found: list[bool] = []
    begin = end = 0
    for line in _LINE.finditer(t.text):
        m = _MARK.match(t.text, line.start())
        wrong = o.lang.wrong.match(t.low, m.end()) if m else None
        word = wrong or (o.lang.right.match(t.low, m.end()) if m else None)
        if m is None or word is None or END.match(t.text, word.end()) is None:
            continue
        if o.lang.yes.fullmatch(word[0]) or o.lang.no.fullmatch(word[0]):
            return []  # which may say whether it is to be chosen
        place = int(m["mark"]) - 1 if m["mark"].isdigit() else o.place_of(m["mark"])
        if place != len(found):
            return []
        begin = begin if found else line.start()
        end = line.end()
        found.append(wrong is None)
    if o.lang.any_cue.pattern.search(t.low, 0, begin):
        return []  # "The answer is 2." before it
    if (
        len(found) != o.n
        or all(found)
        or not any(found)
        or _is_of_another(t, o, begin)
        or o.lang.so.search(t.low, end)
    ):
        return []
    return [Statement(tuple(o.value(i) for i, right in enumerate(found) if right), begin, end, "verdicts")]


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
