"""The sign that stands for an answer in the form a prompt asks for, copied with the answer: "(X) B" of "put your final answer in the form
(X)"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.marks import past_open
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Ref

_SIGN = re.compile(rf"(?<![{WORD})\]])(?:\(X\)|(?<![^\n])X\)):? ?(?=\S)")
_JUDGES = ("✓", "✔", "✅", "☑", "( )", "[ ]")
"""Where these stand, "(X)" marks an option as wrong, or as the one chosen of a form."""


def without_placeholder(t: Text, o: Offered) -> Text:
    """The text with spaces for each such sign, where no option is called X: before an option, if it is always the same one, or a cue."""
    if o.place_of("X") < o.n or any(sign in t.text for sign in _JUDGES) or any("X)" in raw for raw in o.raw):
        return t
    found = [(m, _named(t, o, m.end())) for m in _SIGN.finditer(t.text)]
    if len({ref.value for _, ref in found if ref is not None}) > 1:
        return t
    text, low = t.text, t.low
    for m, ref in found:
        if ref is not None or o.lang.cue.match(t.low, m.end()) is not None:
            blank = " " * len(m[0])
            text, low = (s[: m.start()] + blank + s[m.end() :] for s in (text, low))
    return t._replace(text=text, low=low)


def _named(t: Text, o: Offered, pos: int) -> Ref | None:
    """The option that stands there by its letter or its words: no number, which X may be in a formula."""
    pos = past_open(t.text, pos)
    return words.with_letter(o, t, pos) or letters.at(o, t, pos, named=False)
