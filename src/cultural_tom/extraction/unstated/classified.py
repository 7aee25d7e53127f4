"""What the speaker puts something into: "I would classify this post as hate speech", "we rate it as a 3"."""

import re

from cultural_tom.extraction.clauses import sentence_end, sentence_start
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import place
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import PART, resembling
from cultural_tom.extraction.references.value import Named, Refs, all_named
from cultural_tom.extraction.statements.doubt import doubtful
from cultural_tom.extraction.statements.statement import last

_REACH = 90
_SPEAKER = re.compile(
    r"(?:\A|\W)(?:i|we)(?:'d|'ll)?(?: (?:would|will|do|can|must|should|have to|therefore|thus|personally|hereby|then|safely|confidently))*\s?\Z"
)
_SUPPOSED = re.compile(r"\b(?:had|whether|before|until|were)\b")
_OBJECT = re.compile(r"(?:this|it|that|my|the person)\b")
_AS = re.compile(r" as (?:(?:being|containing|having|including|presenting|expressing) (?:an? )?|an? )?")


def classified(t: Text, o: Offered) -> Refs | None:
    """The option that all such sentences name."""
    found = [row for m in last(o.lang.classify.find(t.low)) if (row := _class(t, o, m.start(), m.end()))]
    return found[-1] if len({row.values for row in found}) == 1 else None


def _alike(t: Text, o: Offered, start: int, stop: int) -> Refs | None:
    """The option that the rest of the sentence can only mean, where it denies nothing."""
    if t.text[stop : stop + 1] != "." or o.lang.negation.search(t.low, start, stop):
        return None
    row = resembling(o, part(t.text[start:stop]), share=PART)
    return Refs(row.values, start, stop) if row and all_named(row.values) else None


def _class(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    first = sentence_start(t.text, start, _REACH)
    if _SPEAKER.search(t.low, first, start) is None or _SUPPOSED.search(t.low, first, start):
        return None
    if any(p.search(t.low, first, start) for p in (o.lang.negation, o.lang.condition)):
        return None
    about = past_space(t.low, end)
    if _OBJECT.match(t.low, about) is None and o.lang.subject.pattern.match(t.low, about) is None:
        return None  # "I would rate the acting as positive"
    stop = min(sentence_end(t.text, end), end + _REACH)
    for link in _AS.finditer(t.low, end, stop):
        ref = place.at(o, t, link.end())
        if ref is None or not isinstance(ref.value, Named):
            if alike := _alike(t, o, link.end(), stop):
                return None if doubtful(t, o, start, alike.end) else alike
            continue
        if not (END.match(t.text, ref.end) or o.lang.because.match(t.low, ref.end + 1)):
            return None
        return None if doubtful(t, o, start, ref.end) else Refs((ref.value,), ref.start, ref.end)
    return None
