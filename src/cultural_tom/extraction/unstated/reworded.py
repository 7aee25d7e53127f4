"""The option that a concluding sentence says in other words: "the most likely landform is the formation of a mountain range" of
"mountain ranges"."""

import re

from cultural_tom.extraction.clauses import CLAUSE_END, last_sentences
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs
from cultural_tom.extraction.statements.doubt import asked, conditional, hearsay

_WORD = re.compile(rf"[{WORD}]+")
_ENDS = (".", "。", "।", "!", "۔", ")", '"', "'", "]")
_FILLING = frozenset(("formation", "process", "movement", "presence", "use", "kind", "type", "of", "to"))
_SHORTEST = 4
_LONGEST = 400


def reworded(t: Text, o: Offered) -> Refs | None:
    """Such an option, with which the clause ends behind what announces or concludes, but for articles and endings."""
    if o.numeric or not t.text.endswith(_ENDS):
        return None
    start, stop = last_sentences(o, t)[-1]
    if not any(own and own[-1][:_SHORTEST] in t.low[start:stop] for own in o.plainer):
        return None
    begin = _announced_from(t, o, start, stop)
    if begin is None or stop - begin > _LONGEST:
        return None
    if o.lang.negation.search(t.low, begin, stop) or o.lang.unsure.search(t.low, begin, stop):
        return None
    if asked(t, o, begin, stop) or conditional(t, o, begin) or hearsay(t, o, begin):
        return None
    end = CLAUSE_END.search(t.text, begin, stop)
    said = o.without_articles(_WORD.findall(t.low[begin : end.start() if end else stop]))
    hits = [i for i, own in enumerate(o.plainer) if _stands(own, said)]
    if len(hits) != 1:
        return None
    (best,) = hits
    others = (*letters.anywhere(o, t, begin, stop), *words.anywhere(o, t.low, begin, stop))
    if any(r.value != o.value(best) for r in others):
        return None
    return Refs((o.value(best),), begin, stop)


def _stands(own: tuple[str, ...], said: list[str]) -> bool:
    """The clause ends with the words, but for their endings, and nothing but "the formation of" and the like stands before them."""
    before = len(said) - len(own)
    if before < 0 or not set(said[:before]) <= _FILLING or not any(len(w) >= _SHORTEST for w in own):
        return False
    return all(map(words.same_word, own, said[before:]))


def _announced_from(t: Text, o: Offered, start: int, stop: int) -> int | None:
    """Where that begins which the sentence announces: behind a word such as "is" that follows a cue or a superlative, or behind
    "so"."""
    first = start + (t.text[start : start + 1] in (" ", "\n"))
    heads = [m.end() for m in (*o.lang.cues(t.low), *o.lang.most.find(t.low)) if start <= m.start() < stop]
    copula = o.lang.copula.search(t.low, min(heads), stop) if heads else None
    if copula is not None:
        return copula.end()
    so = o.lang.so.match(t.low, first)
    return so.end() if so else None
