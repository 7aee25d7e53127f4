"""The option that the first or the last sentence means and nothing else, though it is worded otherwise: "She will look in the basket. Nobody
told her." of "in the basket", "…, so the basket." of "He looks in the basket"."""

import re

from cultural_tom.extraction.clauses import last_sentences, sentence_end
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import PART, names_another, resembling
from cultural_tom.extraction.references.value import Refs
from cultural_tom.extraction.statements.alone import announced_in_doubt
from cultural_tom.extraction.statements.doubt import conditional

_WHOLE = 1.0
_FEW = 3
_REASON = re.compile(r",\s|\s[-–—]\s|\s\(|:\s|\s(?=because\b)")
_GOES_ON = ("?", "؟", ":")


def meant(t: Text, o: Offered) -> Refs | None:
    """Such an option, where no word of another one stands anywhere."""
    first, last = _first(t, o), _last(t, o)
    found = last or first
    if found is None or (first and last and first.values != last.values):
        return None
    named = (*letters.anywhere(o, t, 0, len(t.text)), *words.anywhere(o, t.low, 0, len(t.text)))
    if any(r.value not in found.values for r in named):
        return None
    return None if names_another(o, found.values, t.text) else found


def _first(t: Text, o: Offered) -> Refs | None:
    """The first sentence, all of the option's words in it, or the beginning of one before a reason, or a line."""
    stop = sentence_end(t.text, 0)
    if t.text[: stop + 1].rstrip()[-1:] in _GOES_ON:
        return None
    gap = _REASON.search(t.text, 0, stop)
    because = o.lang.because.match(t.low, gap.end()) if gap else None
    if gap and because:
        if "," in t.text[gap.end() : stop]:
            return None  # an aside: "The girl, who is young, left."
        stop = gap.start()
    few = because or t.text[stop : stop + 1] == "\n"
    alike = resembling(o, part(t.text[:stop]), share=PART if few else _WHOLE, others=0)
    return Refs(alike.values, 0, stop) if alike else None


def _last(t: Text, o: Offered) -> Refs | None:
    """The last sentence, all of the option's words in it, or few words, or what it concludes behind "so"."""
    start, stop = last_sentences(o, t)[-1]
    if t.text.rstrip(" \"'”»」)")[-1:] in _GOES_ON or announced_in_doubt(t, o, start):
        return None
    start += len(t.text[start:stop]) - len(t.text[start:stop].lstrip())
    so = o.lang.so.match(t.low, start)
    begin = so.end() if so and not o.lang.so_far.match(t.low, so.end() + 1) else start
    if conditional(t, o, begin):
        return None
    few = begin > start or len(t.text[begin:stop].split()) <= _FEW
    alike = resembling(o, part(t.text[begin:stop]), share=PART if few else _WHOLE, others=0)
    return Refs(alike.values, begin, stop) if alike else None
