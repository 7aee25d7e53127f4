"""Options gone through one by one, each with a tick or a cross, or each with "true" or "false". Words for right and wrong
are read only where all of at least three options have one, and one alone is right (where several may be, any number but all): they may say whether an option is true
where the question asks for the one that is false."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.characters import holds
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import labels, place
from cultural_tom.extraction.references.marks import END, past_close, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Value
from cultural_tom.extraction.statements.names import OTHER_NAME
from cultural_tom.extraction.statements.statement import Statement

_TICKS = "✅✓✔☑○⭕◯👍√🟢"
_CROSSES = "❌✗✘×✖✕❎👎🔴☐□▢"
_MARK = re.compile(
    rf"[\s([:,.)-]{{0,4}}(?:(?P<right>[{_TICKS}]|\[x\]|\(x\))|(?P<wrong>[{_CROSSES}]|\[ ?\]|\( ?\)))[)\]]?",
    re.IGNORECASE,
)
_MARKS = re.compile(f"[{''.join(c for c in _TICKS + _CROSSES if c <= chr(0xFFFF))}]")
_WIDE_MARKS = tuple(c for c in _TICKS + _CROSSES if c > chr(0xFFFF))
"""Apart because `re` looks up single characters above U+FFFF one after the other."""
_BULLET = re.compile(r"\s*(?:[-+·・|]\s|\d{1,2}[.)]\s)?\s*")
_BEFORE_WORD = re.compile(r"[\s:(\[-]{0,4}(?:is |est |ist |это )?")
_FEWEST_JUDGED = 3
_FEWEST_BUT_ONE = 4
"""Of so many options all but one may be right only where the question asks for the other; of three, two may be a mistake."""
_LABEL = re.compile(rf"(?<![{WORD}'])[(\[]?[A-Z](?![{WORD}'])")
_MOST_LABELS = 40
_END_REACH = 8

Judged = tuple[Value, bool, int, int]


def verdicts(t: Text, o: Offered) -> list[Statement]:
    """One statement where the options that were judged leave one right and at least one wrong, or all of them but one are
    right; of `many`, and where the verdicts are words, all must have been judged."""
    if _has_mark(t):
        return _statement(o, list(_judged(t, o)), all_judged=o.many)
    if o.lang.true.may(t.low) and o.lang.false.may(t.low):
        return _statement(o, list(_true_or_false(t, o)), all_judged=True, but_one=True)
    if (
        o.n >= _FEWEST_JUDGED
        and t.text.count("\n") >= o.n - 1
        and o.lang.any_wrong.may(t.low)
        and o.lang.any_right.may(t.low)
    ):
        found = list(_right_or_wrong(t, o))
        yes_or_no = any(_is_yes_or_no(t, o, f) for f in found)
        if o.many and (yes_or_no or not _only_judges(t, o, found)):
            return []
        return _statement(o, found, all_judged=True, but_one=not yes_or_no)
    return []


def _only_judges(t: Text, o: Offered, found: list[Judged]) -> bool:
    """No answer is announced before the verdicts, nor that they are on something else, and nothing is concluded behind them."""
    if not found:
        return False
    begin, end = found[0][2], found[-1][3]
    before = (o.lang.any_cue.pattern, o.lang.wrong, o.lang.negation, o.lang.but_not, OTHER_NAME)
    return not any(p.search(t.low, 0, begin) for p in before) and o.lang.so.search(t.low, end) is None


def _has_mark(t: Text) -> bool:
    if holds(t.low, "[x]") or holds(t.low, "(x)"):
        return True
    return not t.common and (_MARKS.search(t.text) is not None or any(mark in t.text for mark in _WIDE_MARKS))


def _is_yes_or_no(t: Text, o: Offered, judged: Judged) -> bool:
    """The verdict is yes or no, which may say whether an option is to be chosen, and not whether it is true."""
    *_, last = t.low[judged[2] : judged[3]].split()
    return bool(o.lang.yes.fullmatch(last) or o.lang.no.fullmatch(last))


def _statement(o: Offered, found: list[Judged], all_judged: bool, but_one: bool = False) -> list[Statement]:
    """`but_one`: where all options but one are true, the other one was asked for."""
    said: dict[Value, set[bool]] = {}
    for value, right, _, _ in found:
        said.setdefault(value, set()).add(right)
    if any(len(both) > 1 or not isinstance(value, Named) for value, both in said.items()):
        return []
    ticked = tuple(v for v, both in said.items() if True in both)
    crossed = tuple(v for v in said if v not in ticked)
    if but_one and not o.many and len(crossed) == 1 and len(said) == o.n >= _FEWEST_BUT_ONE:
        ticked = crossed
    enough = (len(said) == o.n or not all_judged) and (o.many or len(ticked) == 1)
    if not enough or not ticked or not crossed:
        return []
    return [Statement(ticked, found[0][2], found[-1][3], "verdicts")]


def _judged(t: Text, o: Offered) -> Iterator[Judged]:
    """Each option that begins a line or stands directly before a mark, with the mark."""
    start = 0
    for line in t.text.split("\n"):
        end = start + len(line)
        yield from _of_line(t, o, start, end) or _in_line(t, o, start, end)
        start = end + 1


def _true_or_false(t: Text, o: Offered) -> Iterator[Judged]:
    """Each labelled line that opens with "true" or "false": "A. True. He saw it." """
    line = 0
    while line >= 0:
        label = labels.at(o, t, line)
        at = past_space(t.low, label.end) if label else line
        if label is None and o.many and o.lang.noun.match(t.low, line):  # "Statement 1: true"
            label = place.at(o, t, line)
            at = _BEFORE_WORD.match(t.low, label.end).end() if label else line  # type: ignore[union-attr]
        if label is not None:
            for right, word in ((True, o.lang.true.pattern), (False, o.lang.false.pattern)):
                m = word.match(t.low, at)
                if m and END.match(t.text, m.end()) and not _goes_on(t, o, m.end()):
                    yield label.value, right, line, m.end()
        line = t.text.find("\n", line) + 1 or -1


def _goes_on(t: Text, o: Offered, end: int) -> bool:
    """The line takes the verdict back: "true – wait, no, false"."""
    stop = t.text.find("\n", end)
    return o.lang.withdraw.search(t.low, end, stop if stop >= 0 else len(t.text)) is not None


def _right_or_wrong(t: Text, o: Offered) -> Iterator[Judged]:
    """Each line that begins with an option, and where a word for right or wrong follows: "B. Kyoto Protocol - incorrect." """
    line = 0
    while line >= 0:
        ref = place.at(o, t, _BULLET.match(t.text, line).end())  # type: ignore[union-attr]
        if ref is not None:
            at = _BEFORE_WORD.match(t.low, past_close(t.text, ref.end)).end()  # type: ignore[union-attr]
            for right, word in ((False, o.lang.wrong), (True, o.lang.right)):
                m = word.match(t.low, at)
                if m and END.match(t.text, m.end()):
                    yield ref.value, right, line, m.end()
                    break
        line = t.text.find("\n", line) + 1 or -1


def _of_line(t: Text, o: Offered, start: int, end: int) -> list[Judged]:
    """A line that begins with an option, its mark before it, directly after it or at its end."""
    if len(_LABEL.findall(t.text, start, min(end, start + 200))) > 1:
        return []
    pos = _BULLET.match(t.text, start, end).end()  # type: ignore[union-attr]
    before = _MARK.match(t.text, pos, end)
    pos = before.end() if before else pos
    noun = o.lang.noun.match(t.low, pos)
    ref = place.at(o, t, pos) or (place.at(o, t, noun.end()) if noun else None)
    if ref is None or ref.end > end:
        return []
    after = before or _MARK.match(t.text, ref.end, end) or _mark_at_end(t, ref.end, end)
    return [(ref.value, after["right"] is not None, start, end)] if after else []


def _in_line(t: Text, o: Offered, start: int, end: int) -> list[Judged]:
    """Letters with a verdict directly behind each: "A (×) B (√)"."""
    out: list[Judged] = []
    for k, m in enumerate(_LABEL.finditer(t.text, start, end)):
        if k > _MOST_LABELS:
            return []
        letter = t.text[m.end() - 1]
        if after := _MARK.match(t.text, past_close(t.text, m.end()), end):
            out.append((o.of_letter(letter), after["right"] is not None, m.start(), after.end()))
    return out if len(out) > 1 else []


def _mark_at_end(t: Text, pos: int, end: int) -> re.Match[str] | None:
    """The mark that a line ends with."""
    mark = next(reversed(list(_MARK.finditer(t.text, max(pos, end - _END_REACH), end))), None)
    return mark if mark and not t.text[mark.end() : end].strip(" .。") else None
