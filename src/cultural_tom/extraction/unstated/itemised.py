"""An option that answers the first of two numbered questions, or a question that the text repeats, with a gloss behind it and the reason
in the next item: "1) A&E: The patient needs emergency treatment.", and below it "2) Reasoning: ..."."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.unstated.lone import doubted

_LINES = re.compile(r"[^\n]+")
_MARK = re.compile(r"(?:[-*+•·] ?)?(?:[(\[]?(?P<number>\d{1,2})[.)\]] ?)?(?:[-*+•·] ?)?")
_ENDS = re.compile(r"\s*(?:\Z|\n|[.:;,(]|[-–—] )")
_MOST_LINES = 80
_QUESTIONS = ("?", "？", "؟")


def itemised(t: Text, o: Offered) -> Refs | None:
    """The one option that opens a line, by its words, where that is the first item or stands below a question, and the second and last one
    asks for the reason or gives it."""
    if o.many or not o.lang.why.search(t.low):
        return None
    found: list[tuple[Refs, bool]] = []
    asked, reason, before = 0, False, ""
    for k, line in enumerate(_LINES.finditer(t.text)):
        if k == _MOST_LINES:
            return None
        mark = _MARK.match(t.text, line.start())
        start, number = (mark.end(), mark["number"]) if mark else (line.start(), None)
        if number == "3":
            return None  # a list
        gives_reason = o.lang.why.match(t.low, start) is not None
        reason = reason or (gives_reason and (number == "2" or asked > 0))
        ref = words.at(o, t.low, start)
        if ref is not None and isinstance(ref.value, Named) and _ENDS.match(t.text, ref.end):
            answers = (before.endswith(_QUESTIONS) and asked == 1) or number == "1"
            found.append((Refs((ref.value,), ref.start, line.end()), answers))
        before = line[0].rstrip(' "*')
        asked += before.endswith(_QUESTIONS) and not gives_reason
    if not reason or asked > 1 or len({row.values for row, _ in found}) != 1 or not found[0][1]:
        return None
    said = found[0][0]
    against = (o.lang.negation, o.lang.wrong, o.lang.unsure, o.lang.condition)
    if any(p.search(t.low, said.start, said.end) for p in against):
        return None
    if any(r.value not in said.values for r in words.anywhere(o, t.low, said.start, said.end)):
        return None
    return None if doubted(t, o, said) else said
