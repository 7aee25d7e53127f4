"""The one option whose mark stands in brackets behind what is said of it: "this is severe pre-eclampsia (D)", "speak to her
in private (option B)"."""

import re

from cultural_tom.extraction.clauses import (
    CLAUSE_END,
    clause,
    negated,
    sentence_end,
    sentence_start,
    sentences,
)
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.mentions import ruled_in
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, numbers, rows
from cultural_tom.extraction.references.content import stems
from cultural_tom.extraction.references.marks import past_open
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs, all_named
from cultural_tom.extraction.statements.doubt import doubtful, hedged, shown_only

_BRACKETS = re.compile(r"(?<=[^\s([:.!?。])\s?\(([^()\n]{1,24})\)")
_SYMBOL = re.compile(r"[^\W\d_][^\W\d_]?")
_MARKS = re.compile(r"[^\d\s,、;]{1,2}(?:[\s,、;&]+[^\d\s,、;]{1,4})+")
_WORD = re.compile(rf"[{WORD}]+")
_MOST = 20
_FIRST, _LAST = 2, 3
_REACH = 200


def glossed(t: Text, o: Offered) -> Refs | None:
    """Such an option, where no other has its mark in brackets and none is named behind it."""
    if "(" not in t.text:
        return None
    if o.many:
        return _row(t, o)
    found = []
    for k, m in enumerate(_BRACKETS.finditer(t.text)):
        if k == _MOST:
            return None
        row = _inside(t, o, m)
        if row is not None:
            found.append(row)
        elif _SYMBOL.fullmatch(m[1]):
            return None  # letters stand for other things here: "the green book (G), the blue book (B)"
    if len({row.values for row in found}) != 1 or not _is_outer(t, o, found[-1]):
        return None
    return found[-1] if all(_stands(t, o, row) for row in found) else None


def _row(t: Text, o: Offered) -> Refs | None:
    """The only brackets that hold several marks and nothing else: "thirst, frequent urination and blurred vision (A, B, D)"."""
    found = [
        row for m in _BRACKETS.finditer(t.text) if (row := rows.whole(o, part(m[1]))) and len(row.values) > 1
    ]
    at = (
        next((m for m in _BRACKETS.finditer(t.text) if rows.whole(o, part(m[1])) == found[0]), None)
        if found
        else None
    )
    if len(found) != 1 or at is None or not all_named(found[0].values) or _MARKS.fullmatch(at[1]) is None:
        return None
    if found[0].values == tuple(map(o.value, range(len(found[0].values)))):
        return None  # "of the options (A, B, C)"
    first, _ = clause(t, at.start(), at.start(), o.lang, CLAUSE_END)
    row = Refs(found[0].values, first, at.end())
    denied = o.lang.negation.search(
        t.low, sentence_start(t.text, first, _REACH), sentence_end(t.text, at.end())
    )
    return None if denied or doubtful(t, o, row.start, row.end) else row


def _inside(t: Text, o: Offered, m: re.Match[str]) -> Refs | None:
    """What the brackets hold, if that is a mark and nothing else and belongs to the words before it."""
    start = past_open(t.text, m.start(1) - 1)
    noun = o.lang.noun.match(t.low, start)
    ref = numbers.at(o, t, start) if noun else letters.at(o, t, start, named=True)
    if ref is None or not isinstance(ref.value, Named) or t.text[ref.end : m.end()].strip(" )"):
        return None
    first, _ = clause(t, m.start(), m.start(), o.lang, CLAUSE_END)
    before = t.low[first : m.start()].rstrip()
    if any(n.end() == len(before) for n in o.lang.noun.finditer(before)):
        return None  # "option (b)" is no gloss
    if noun or _speaks_of(o, t.low[first : m.start()], ref.value.index):
        return Refs((ref.value,), first, m.end())
    return None


def _speaks_of(o: Offered, low: str, index: int) -> bool:
    """The words share one with the option that no other has, or, in scripts without spaces, its last two characters."""
    said = {stems(o.lang, w) for w in _WORD.findall(low)}
    if said & o.telling[index] or o.folded[index] in low:
        return True
    end = low.rstrip()[-2:]
    others = (f for i, f in enumerate(o.folded) if i != index)
    return not end.isascii() and end in o.folded[index] and not any(end in f for f in others)


def _is_outer(t: Text, o: Offered, row: Refs) -> bool:
    """It stands in one of the first or last sentences."""
    spans = list(sentences(o, t))
    at = next((k for k, (_, end) in enumerate(spans) if row.end <= end), len(spans))
    return at < _FIRST or at >= len(spans) - _LAST


def _stands(t: Text, o: Offered, row: Refs) -> bool:
    """No denial, doubt, condition, question, comparison or another's words, and no other option behind it."""
    first = sentence_start(t.text, row.end - 1, _REACH)
    stop = sentence_end(t.text, row.end)
    lang = o.lang
    if (
        negated(t, row.start, row.end, lang)
        or doubtful(t, o, row.start, row.end)
        or hedged(t, o, row.start, row.end)
    ):
        return False
    if (
        lang.unsure.search(t.low, first, stop)
        or lang.concede.search(t.low, first, row.end)
        or lang.says.search(t.low, first, row.end)
    ):
        return False
    if lang.negation.search(t.low, row.start, row.end) or shown_only(t, o, row.start):
        return False
    if lang.revise.search(t.low, row.end, stop):
        return False
    last = max(first, sentence_start(t.text, len(t.text.rstrip(" .!。！।\n")), _REACH))
    behind = max(row.end, last)
    return not any(ruled_in(o, t, row.end, stop, besides=row.values)) and not any(
        ruled_in(o, t, behind, len(t.text), besides=row.values)
    )
