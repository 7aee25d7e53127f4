"""A grade that the speaker gives in full, by its number and its words: "I would rate my agreement as a 2 - Disagree"."""

import re

from cultural_tom.extraction.clauses import sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Ref, Refs

_GRADE = re.compile(r"(?<![\w.,])[\"'(\[]?(?P<number>\d{1,2})[\"')\]]? ?[-–—=:.)] ?[\"'(]?")
_QUOTED = re.compile(r"[\"“„«][^\"“”»\n]{1,300}[\"“”»]")
_SENTENCE_REACH = 400


def rated(t: Text, o: Offered) -> Refs | None:
    """The only grade that stands so in the text, behind words of the speaker on himself in its sentence or in the one that a colon
    ends before it."""
    if o.many or o.n <= 2 or o.numeric:
        return None
    found = [ref for m in _GRADE.finditer(t.text) if (ref := _in_full(t, o, m)) is not None]
    if not found or len({ref.value for ref in found}) != 1:
        return None
    given = [ref for ref in found if _is_own(t, o, ref)]
    return Refs((given[-1].value,), given[-1].start, given[-1].end) if given else None


def _in_full(t: Text, o: Offered, m: re.Match[str]) -> Ref | None:
    """The option whose number it is, with its words behind it."""
    ref = words.at(o, t.low, m.end())
    own = o.value(o.place_of_number(int(m["number"])))
    return Ref(ref.value, m.start(), ref.end) if ref is not None and ref.value == own else None


def _is_own(t: Text, o: Offered, ref: Ref) -> bool:
    """Words such as "I would" stand before it, and between them no denial, doubt or condition that is not quoted."""
    end = len(t.text[: ref.start].rstrip())
    first = sentence_start(t.text, end - 1, _SENTENCE_REACH)
    said = _QUOTED.sub(lambda m: " " * len(m[0]), t.low[first : ref.start])
    avowals = o.lang.avow.find(said)
    if not avowals or not (said.rstrip().endswith(":") or o.lang.grading.search(said)):
        return False
    lang = o.lang
    against = (lang.negation, lang.unsure, lang.supposing, lang.alternative, lang.others)
    return not any(p.search(said, avowals[-1].start()) for p in against)
