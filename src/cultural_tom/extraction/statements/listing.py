"""Marks and lines of a list that is only gone through: a list that breaks off, options that stand below one another."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import labels
from cultural_tom.extraction.references.marks import past_label
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named

Span = tuple[int, int]

_HEAD = r" ?[-*•]? ?(?:Option |Choice )?[(\[]?(?P<mark>[A-Za-z]|\d{1,2})"
_SIGNS = ")].:：、"
_MARK = re.compile(rf"(?:\A|(?<=[\n.。;；!?！？])){_HEAD}[{re.escape(_SIGNS)}]")
_FIRST = re.compile(rf"\s*{_HEAD}(?:\s*\Z|[{re.escape(_SIGNS)}]{{1,2}}(?=\s*\Z|[^\S\n]?[^\s)]))")
_AROUND_SENTENCE = " \n.:：。"
_ENDS = ".!?。！？।؟\n"
_SHORTEST_SENTENCE = 3
_BEGINS = 12
_AROUND_WORDS = " \"'.。;"


def stepped(mark: str, step: int) -> str:
    """The mark before or after this one: "B" after "A", "1" before "2"; "" where there is none."""
    if mark.isdigit():
        return str(int(mark) + step) if int(mark) + step > 0 else ""
    return chr(ord(mark) + step) if (mark + "A")[0].isalpha() and chr(ord(mark) + step).isalpha() else ""


def breaks_off(t: Text, o: Offered, span: Span) -> bool:
    """The last stretch begins with a mark, the one before it labels a line or sentence above, and none is labelled with this one or the
    next, or the two marks before it are the last ones above: options that are gone through one by one and break off ("C. It is old. D.").
    Below a colon the stretch is announced; a number may be an answer itself where options are numbers or a cue opens
    the text."""
    m = _FIRST.match(t.text, *span)
    if m and m["mark"].isdigit() and (o.numeric or o.amounts is not None or o.lang.cue.match(t.low)):
        return False
    if m is None or t.text[: span[0]].rstrip()[-1:] in (":", "："):
        return False
    mark = m["mark"]
    before = stepped(mark, -1)
    if not before or not any(f"{before}{sign}" in t.text for sign in _SIGNS):
        return False
    above = [k["mark"] for k in _MARK.finditer(t.text, 0, span[0])]
    if before not in above:
        return False
    return not {mark, stepped(mark, 1)}.intersection(above) or above[-2:] == [stepped(before, -1), before]


def is_begun_again(t: Text, span: Span) -> bool:
    """The last sentence is the beginning of one above that goes on: a text that repeats itself and is cut off."""
    said = t.text[slice(*span)].strip(_AROUND_SENTENCE)
    if len(said) < _SHORTEST_SENTENCE:
        return False
    at = t.text.find(said)
    while 0 <= at < span[0] and at + len(said) <= span[0]:
        opens = not at or t.text[at - 1] in _ENDS or t.text[at - 2 : at - 1] in _ENDS
        if opens and t.text[at + len(said)] not in _ENDS:
            return True
        at = t.text.find(said, at + 1)
    return False


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
