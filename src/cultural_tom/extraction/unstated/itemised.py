"""An option that answers the first of several numbered questions, or a question that the text repeats, perhaps with a gloss behind it:
"1) A&E: The patient needs emergency treatment.", and below it "2) Reasoning: ..."."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.unstated.lone import doubted

_LINES = re.compile(r"[^\n]+")
_MARK = re.compile(r"(?:[-*+•·] ?)?(?:[(\[]?(?P<number>\d{1,2})[.)\]] ?)?(?:[-*+•·] ?)?")
_SECOND = re.compile(r"\n[(\[]?2[.)\]] ?\S")
_ENDS = re.compile(r"\s*(?:\Z|\n|[.:;,(]|[-–—] )")
_MOST_LINES = 80
_QUESTIONS = ("?", "？", "؟")


def itemised(t: Text, o: Offered) -> Refs | None:
    """The one option that opens a line, by its words, where that is the first item of several or stands below a question."""
    asked = any(f"{mark}\n" in t.text for mark in _QUESTIONS)
    if o.many or not (asked or _SECOND.search(t.text)):
        return None
    found: list[tuple[Ref, bool, int]] = []
    before = ""
    for k, line in enumerate(_LINES.finditer(t.text)):
        if k == _MOST_LINES:
            break
        mark = _MARK.match(t.text, line.start())
        start = mark.end() if mark else line.start()
        ref = words.at(o, t.low, start)
        if ref is not None and isinstance(ref.value, Named) and _ENDS.match(t.text, ref.end):
            answers = before.endswith(_QUESTIONS) or (mark is not None and mark["number"] == "1")
            found.append((ref, answers, line.end()))
        before = line[0].rstrip(' "*')
    if len({ref.value for ref, _, _ in found}) != 1 or not found[0][1]:
        return None
    ref, _, end = found[0]
    if end == len(t.text.rstrip()) and not asked:
        return None  # the last item
    if any(r.value != ref.value for r in words.anywhere(o, t.low, ref.end, end)) or o.lang.negation.search(
        t.low, ref.start, ref.end + 1
    ):
        return None
    row = Refs((ref.value,), ref.start, ref.end)
    return None if doubted(t, o, row) else row
