"""The sign that stands for an answer in the form a prompt asks for, copied with the answer: "(X) B" of "put your final answer in the form
(X)"."""

import re
from dataclasses import replace
from itertools import islice

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.marks import past_open
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref

_SIGN = re.compile(rf"(?<![{WORD})\]])(?:\(X\)|(?<![^\n])X\)):? ?(?=\S)")
_LAST = re.compile(r"(?<=[^\s:])\s*\n\(?X\)[.\s]*\Z|(?<=[.!?]) \(X\)[.\s]*\Z")
_JUDGES = ("✓", "√", "✔", "✅", "☑", "☐", "✗", "✘", "○", "( )", "[ ]", "(_)", "()", "[]")
"""Where these stand, "(X)" marks an option as wrong, or as the one chosen of a form."""
_OTHER_SIGN = re.compile(r"(?<![^\n(])([E-WYZ])\)")
"""Marks of a list that goes beyond the options, to which X may belong."""
_LABEL = re.compile(r"[A-Z][).:\]]")
_MOST, _CUE_REACH = 16, 80


def without_form_sign(t: Text, o: Offered) -> Text:
    """The text with spaces for each such sign, and without a last line or sentence that is nothing else, where X can be nothing else: no option and no
    other mark is called so."""
    if o.place_of("X") < o.n or any(sign in t.text for sign in _JUDGES):
        return t
    if any(words.stands_in(f, "x") for f in o.folded) or any(
        o.place_of(m[1]) >= o.n for m in _OTHER_SIGN.finditer(t.text)
    ):
        return t
    text, low = t.text, t.low
    if last := _LAST.search(text):
        text, low = text[: last.start()], low[: last.start()]
        t = replace(t, text=text, low=low)
    for m in islice(_SIGN.finditer(t.text), _MOST):
        if _announces(t, o, m, _named(t, o, m.end())):
            blank = " " * len(m[0])
            text, low = (s[: m.start()] + blank + s[m.end() :] for s in (text, low))
    return replace(t, text=text, low=low)


def _named(t: Text, o: Offered, pos: int) -> Ref | None:
    """The option that stands there by its letter or its words, not by the number of its place: X may be a number in a formula."""
    pos = past_open(t.text, pos)
    return words.with_letter(o, t, pos) or letters.at(o, t, pos, named=False)


def _announces(t: Text, o: Offered, sign: re.Match[str], ref: Ref | None) -> bool:
    """Behind the sign stands an option that its line does not deny, or a cue. The sign opens its line, below no heading that is no cue, or
    follows a cue; before a letter with its option's words it may stand anywhere."""
    if ref is None:
        return _opened(t, o, sign.start()) and o.lang.cue.match(t.low, sign.end()) is not None
    stop = t.text.find("\n", sign.end())
    stop = stop if stop >= 0 else len(t.text)
    if o.lang.wrong.search(t.low, ref.end, stop) or o.lang.negation.search(t.low, ref.end, stop):
        return False
    return _opened(t, o, sign.start()) or (
        isinstance(ref.value, Named)
        and _LABEL.match(t.text, ref.start) is not None
        and ref.end - ref.start > len(o.folded[ref.value.index])
    )


def _opened(t: Text, o: Offered, pos: int) -> bool:
    """The position begins a line that hangs below no heading but a cue, or follows a cue on its line."""
    start = t.text.rfind("\n", 0, pos) + 1
    if start == pos:
        above = t.text.rfind("\n", 0, max(0, start - 1)) + 1
        heading = t.text[above : max(0, start - 1)].endswith(":")
        return not heading or o.lang.cue.search(t.low, above, start) is not None
    cues = list(o.lang.cue.finditer(t.low, max(start, pos - _CUE_REACH), pos))
    return bool(cues) and o.lang.link.fullmatch(t.low, cues[-1].end(), pos) is not None
