"""What the speaker puts something into: "I would classify this post as hate speech", "we rate it as a 3"."""

import re

from cultural_tom.extraction.clauses import sentence_end, sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import place
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.doubt import doubtful
from cultural_tom.extraction.statements.statement import last

_REACH = 90
_SPEAKER = re.compile(r"(?:\A|\W)(?:i|we)(?:'d|'ll|)(?: \w+){0,2} ?\Z")
_AS = re.compile(r" as (?:a |an |being )?")


def classified(t: Text, o: Offered) -> Refs | None:
    """The option that all such sentences name."""
    found = [row for m in last(o.lang.classify.find(t.low)) if (row := _class(t, o, m.start(), m.end()))]
    return found[-1] if len({row.values for row in found}) == 1 else None


def _class(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    first = sentence_start(t.text, start, _REACH)
    if _SPEAKER.search(t.low, first, start) is None or o.lang.negation.search(t.low, first, start):
        return None
    stop = min(sentence_end(t.text, end), end + _REACH)
    for link in _AS.finditer(t.low, end, stop):
        ref = place.at(o, t, link.end())
        if ref is None or not isinstance(ref.value, Named):
            continue
        if not (END.match(t.text, ref.end) or o.lang.because.match(t.low, ref.end + 1)):
            return None
        return None if doubtful(t, o, start, ref.end) else Refs((ref.value,), ref.start, ref.end)
    return None
