"""An option's words without its article: "the girl" of "a girl", "die ältere Frau" of "eine ältere Frau"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.content import stems
from cultural_tom.extraction.references.offered import Offered, without_article
from cultural_tom.extraction.references.value import Named, Refs

_ONE = ("one",)
_SENTENCE = re.compile(r"([^.!?。！？।؟\n:;,、،]{1,200})(?:[.!](?=\s|\Z)|[。！।\n]|\Z)")


def opening(o: Offered, t: Text) -> Refs | None:
    """The option that the first sentence consists of, its article aside, and no later sentence contradicts."""
    m = _SENTENCE.match(t.text)
    if o.many or not m or rows.at(o, t, 0) is not None:
        return None
    said = without_article(o.lang, t.low[: m.end(1)])
    hits = [
        i for i, core in enumerate(o.cores) if said and said in (core, core[1:] if core[:1] == _ONE else core)
    ]
    if len(hits) != 1:
        return None
    last = stems(o.lang, t.low[_last_sentence(t.text, m.end()) :].strip(" .!。।"))
    if any(words.stands_in(last, " ".join(core)) for i, core in enumerate(o.cores) if i != hits[0]):
        own = len(t.text) > m.end() and words.stands_in(last, " ".join(said))
        return Refs((Named(hits[0]),), 0, m.end(1)) if own else None
    return Refs((Named(hits[0]),), 0, m.end(1))


def _last_sentence(text: str, start: int) -> int:
    """Where the last sentence after `start` begins."""
    end = len(text.rstrip(" .。!！\n"))
    return max([start, *(text.rfind(c, start, end) for c in (". ", "。", "\n", "! ", "？", "? "))])
