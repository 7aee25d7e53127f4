"""An option's words in quotes behind a word such as "is", as the answer to a question that is said again: "the word that does not
fit is 'wheel'.", 一致しないものは「車」です。"""

import re

from cultural_tom.extraction.clauses import last_sentences, sentences
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import conditional, hearsay, hedged

_OPENING = re.compile(r" ?[\"「『]")
_CLOSING = ('"', "」", "』")


def quoted(t: Text, o: Offered) -> Refs | None:
    """The option that the first or the last sentence says so, where they do not differ."""
    if o.many or not any(mark in t.text for mark in _CLOSING):
        return None
    first = next(sentences(o, t), None)
    if first is None:
        return None
    ends = {first, *last_sentences(o, t)[-1:]}
    found = [ref for span in ends if (ref := _said(t, o, *span))]
    if len({r.value for r in found}) != 1:
        return None
    return Refs((found[0].value,), found[0].start, found[0].end)


def _said(t: Text, o: Offered, start: int, stop: int) -> Ref | None:
    """The only option in quotes behind a copula of the sentence, where the clause ends behind it; a denial may stand in the
    question before, not beside the option."""
    for copula in o.lang.copula.finditer(t.low, start, stop):
        quote = _OPENING.match(t.text, copula.end()) if copula[0].strip().isalpha() else None
        ref = words.at(o, t.low, quote.end()) if quote else None
        if ref is None or not isinstance(ref.value, Named) or t.text[ref.end : ref.end + 1] not in _CLOSING:
            continue
        after = ref.end + 1
        tail = o.lang.tail.match(t.low, after)
        if (tail is None and END.match(t.text, after) is None) or t.text[after : after + 1] == ":":
            continue
        if any(letters.anywhere(o, t, start, ref.start)):
            continue  # "option C says 'the box'"
        doubted = (
            conditional(t, o, ref.start)
            or hearsay(t, o, copula.start())
            or hedged(t, o, copula.start(), after)
        )
        others = [r for r in words.anywhere(o, t.low, after, stop) if r.value != ref.value]
        return None if doubted or others else ref
    return None
