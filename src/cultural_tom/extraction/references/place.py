"""The reference that stands at one place. A new way of naming an option is a function here, in `_found`."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD, is_word
from cultural_tom.extraction.references import answer_words, letters, numbers, words
from cultural_tom.extraction.references.marks import past_open
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Ref

_NUMBERING = re.compile(rf"\s*\d{{1,2}}[.)]\s?(?=[\"'(\[]?[{WORD}\u3040-\u9fff])")
_LABELLED_LETTER = re.compile(r"([A-P])[.):] ?\(?([A-Za-z])(?![A-Za-z])\)?")
_BRACKETS = "([{「『【"


def at(o: Offered, t: Text, pos: int) -> Ref | None:
    """The reference at `pos`, brackets and words such as "option" skipped; else None."""
    start = pos
    if o.many and (m := _NUMBERING.match(t.text, pos)):
        pos = m.end()
    pos = past_open(t.text, pos)
    return _found(o, t, pos, bracketed=pos > start and t.text[pos - 1] in _BRACKETS)


def _begins_letter_or_number(o: Offered, t: Text, pos: int) -> bool:
    """What stands at the position may be one; beside a sign anything may."""
    char = t.text[pos : pos + 1]
    return (char.isascii() and char.isalpha()) or char.isdigit() or char in o.lang.letters or o.signed


def _labelled_letter(o: Offered, t: Text, pos: int) -> Ref | None:
    """A capital with the letter behind it that its option consists of: "A. d" where the first option is d."""
    m = _LABELLED_LETTER.match(t.text, pos)
    if m is None or ord(m[1]) - 65 >= o.n or o.folded[ord(m[1]) - 65] != str.lower(m[2]):
        return None
    return Ref(o.of_letter(m[1]), pos, m.end())


def _found(o: Offered, t: Text, pos: int, bracketed: bool) -> Ref | None:
    """The first kind of reference that is found decides."""
    low = t.low
    two = low[pos : pos + 2]
    if len(two) > 1 and is_word(two[0]) and is_word(two[1]) and two not in o.begins and not two[0].isdigit():
        return None  # a word that begins no reference: most places are one
    if not (two in o.begins or two[:1] in o.begins or _begins_letter_or_number(o, t, pos)):
        return None
    return (
        (_labelled_letter(o, t, pos) if o.lettered else None)
        or words.with_letter(o, t, pos)
        or letters.at(o, t, pos, named=bracketed)
        or answer_words.at(o, t, pos)
        or numbers.at(o, t, pos)
    )


def past_determiner(o: Offered, t: Text, pos: int) -> int:
    """The position after an article: "the" of "the blue bag"."""
    if t.text[pos : pos + 2] == "A ":
        return pos  # the letter
    article = next((w for w in o.lang.determiners if t.low.startswith(w, pos)), "")
    return pos + len(article)
