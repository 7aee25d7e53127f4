"""Marks and lines of a list that is only gone through: a list that breaks off, options that stand below one another."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import labels
from cultural_tom.extraction.references.marks import past_label
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named

Span = tuple[int, int]

_AROUND_MARK = " \n.:：)(][*-、。"
_LONGEST_MARK = 2
_MARK = re.compile(r"(?:\A|(?<=[\n.。;；!?！？])) ?[-*•]? ?[(\[]?([A-Za-z]|\d{1,2})[)\].:：、]")
_BEGINS = 12
_AROUND_WORDS = " \"'.。;"


def stepped(mark: str, step: int) -> str:
    """The mark before or after this one: "B" after "A", "1" before "2"; "" where there is none."""
    if mark.isdigit():
        return str(int(mark) + step) if int(mark) + step > 0 else ""
    return chr(ord(mark) + step) if (mark + "A")[0].isalpha() and chr(ord(mark) + step).isalpha() else ""


def is_next_mark(t: Text, span: Span) -> bool:
    """The stretch is nothing but a mark, the one before it labels a line or sentence above, and none is labelled with this one or the
    next: a list that breaks off ("C. It is old. D."). Below a colon it is announced."""
    said = t.text[slice(*span)].strip(_AROUND_MARK)
    if t.text[: span[0]].rstrip()[-1:] in (":", "："):
        return False
    if not 0 < len(said) <= _LONGEST_MARK or not said.isascii() or not said.isalnum():
        return False
    if len(said) > 1 and not said.isdigit():
        return False
    before = stepped(said, -1)
    above = {m[1] for m in _MARK.finditer(t.text, 0, span[0])} if before else ()
    return before in above and said not in above and stepped(said, 1) not in above


def stands_with_another(t: Text, o: Offered, span: Span) -> bool:
    """The line is labelled, and the one before or after it is nothing but another option with its label."""
    label = labels.at(o, t, span[0])
    if label is None:
        return False
    before = t.text.rfind("\n", 0, max(0, span[0] - 1)) + 1
    after = t.text.find("\n", span[1]) + 1
    return any(
        other is not None and other.value != label.value and _is_own(t, o, other.value, other.end)
        for other in (
            labels.at(o, t, before) if span[0] else None,
            labels.at(o, t, after) if after else None,
        )
    )


def _is_own(t: Text, o: Offered, value: object, end: int) -> bool:
    """The line goes on behind its label with the first words of the option, and is hardly longer than that."""
    if not isinstance(value, Named):
        return False
    stop = t.text.find("\n", end)
    start = past_label(t.text, end)
    said = t.low[start : stop if stop >= 0 else len(t.low)].rstrip(_AROUND_WORDS)
    own = o.folded[value.index]
    return own != "" and said.startswith(own[:_BEGINS]) and len(said) <= len(own) + _BEGINS
