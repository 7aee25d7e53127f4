"""The option, a mark or words with one, that the last sentence says to win: "Response 1 wins.", "B gewinnt", "译文二胜出"."""

import re

from cultural_tom.extraction.clauses import denied
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.doubt import doubtful

_HAS_MARK = re.compile(r"(?:\b[A-Z]|\d|[一二三甲乙丙])[)\]\"']?\Z")
_AROUND = " ,，\"'(["


def winning(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """Such an option, where it opens the sentence, but for a word such as "so" or "but", and the sentence ends behind the word."""
    m = o.lang.wins.search(t.low, start, end)
    if (
        m is None
        or o.lang.wins.search(t.low, m.end(), end)
        or not END.match(t.text, m.end())
        or t.text[m.end() : end].strip(" .!。！।\"')")
    ):
        return None
    first = start + (t.text[start : start + 1] == " ")
    opening = [first]
    for word in (o.lang.so, o.lang.revise):
        opening += [k.end() for k in word.finditer(t.low, start, m.start())]
    for at in sorted(opening, reverse=True):
        while t.text[at : at + 1] and t.text[at] in _AROUND:
            at += 1
        article = next((w for w in o.lang.determiners if t.low.startswith(w, at)), "")
        row = rows.at(o, t, at) or rows.at(o, t, at + len(article))
        if row is None or t.text[row.end : m.start()].strip(" )]\"'"):
            continue
        named = (
            len(row.values) == 1
            and isinstance(row.values[0], Named)
            and _HAS_MARK.search(t.text, row.start, row.end)
        )
        doubt = doubtful(t, o, row.start, m.end()) or denied(t, row.start, o.lang)
        return None if not named or doubt else Refs(row.values, row.start, m.end())
    return None
