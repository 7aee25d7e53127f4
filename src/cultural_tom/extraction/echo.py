"""The options repeated one after the other, which says nothing about any of them."""

import re
from dataclasses import replace

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references.marks import past_label
from cultural_tom.extraction.references.offered import Offered

_MARK = re.compile(r"[\s,;|/·・-]{0,4}(?:[(\[]?(?:[A-Za-z]|\d{1,2}) ?[)\].:、=-]{1,2}\s?)?")
_LINE = re.compile(
    r"[\s*-]{0,4}[(\[]?(?P<mark>[A-Za-z]|\d{1,2})[)\].:、]{1,2} ?(?P<words>\S[^\n]{0,299})(?:\n|\Z)"
)
_SERIES = ([chr(k) for k in range(65, 91)], [str(k) for k in range(1, 100)])
"""Marks in the order in which options have them."""
_FEWEST = 3
_AFTER = ".;,、،。 "


def echo(t: Text, o: Offered) -> tuple[int, int] | None:
    """Where all of at least three options stand in their order with nothing but their marks between them: in one line, or one a
    line, where every second one may be translated."""
    if o.many or o.n < _FEWEST:
        return None
    return _in_words(t, o) or _in_lines(t, o)


def without(t: Text, start: int, end: int) -> Text:
    """The text with blanks in the characters [start, end)."""
    blank = "\n" * (end - start)
    return replace(
        t,
        text=t.text[:start] + blank + t.text[end:],
        low=t.low[:start] + " " * (end - start) + t.low[end:],
    )


def _in_words(t: Text, o: Offered) -> tuple[int, int] | None:
    """Where the options' words stand so for the first time, from the first one's mark on."""
    first = o.folded[0]
    at = t.low.find(first) if first else -1
    if at < 0 or o.folded[-1] not in t.low:
        return None
    while at >= 0:
        end = at + len(first)
        for k in range(1, o.n):
            start = _MARK.match(t.text, _past(t.text, end)).end()  # type: ignore[union-attr]
            if not o.folded[k] or not t.low.startswith(o.folded[k], start):
                break
            end = start + len(o.folded[k])
        else:
            return _mark_before(t.text, at), end
        at = t.low.find(first, at + 1)
    return None


def _past(text: str, pos: int) -> int:
    while text[pos : pos + 1] and text[pos] in _AFTER:
        pos += 1
    return pos


def _mark_before(text: str, at: int) -> int:
    """Where the mark directly before the words begins, or the words."""
    for start in range(max(0, at - 6), at):
        m = _MARK.match(text, start)
        if m and m.end() == at and (start == 0 or not text[start - 1].isalnum()):
            return start
    return at


def _in_lines(t: Text, o: Offered) -> tuple[int, int] | None:
    """Lines marked A, B, C … or 1, 2, 3 … as many as there are options, half of them with their option's words alone."""
    if t.text.count("\n") < o.n - 1:
        return None
    line = 0
    while line >= 0:
        first = _LINE.match(t.text, line)
        for marks in _SERIES if first is not None else ():
            m, end, own = first, line, 0
            for k in range(o.n):
                if m is None or k >= len(marks) or m["mark"].upper() != marks[k]:
                    break
                own += _is_own(t, o, m, k)
                end = m.end()
                m = _LINE.match(t.text, end)
            else:
                if own * 2 >= o.n:
                    return line, end - (t.text[end - 1 : end] == "\n")
        line = t.text.find("\n", line) + 1 or -1
    return None


def _is_own(t: Text, o: Offered, m: re.Match[str], k: int) -> bool:
    """The line holds the words of the option at `k` and nothing else."""
    start = past_label(t.text, m.start("words"))
    return t.low.startswith(o.folded[k], start) and not t.text[start + len(o.folded[k]) : m.end()].strip(
        _AFTER + "\n\"'"
    )
