"""The one option that the explanation names first, where all the others are gone through below it: "… is a hydrocele (B). … Option A: …
Option C: … Option D: …"."""

import re
from itertools import islice

from cultural_tom.extraction.clauses import SENTENCE_END, clause, sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import letters
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import doubtful

_FEWEST_OPTIONS = 4
_MOST, _SENTENCE_REACH = 40, 300
_OPENS = " -*+·(["
_NUMBER = re.compile(r"\A\d{1,2}[.)] ")
_CLAUSE_END = re.compile(r"[.;!?。！？؛।]|\n")


def set_apart(t: Text, o: Offered) -> Refs | None:
    """Such an option, by its mark: on lines before those of the others, none of which it opens itself, without a denial or a doubt."""
    if o.n < _FEWEST_OPTIONS or "\n" not in t.text or not _may_name_all(t, o.n):
        return None
    found = list(islice(letters.anywhere(o, t, 0, len(t.text)), _MOST + 1))
    marks = [r for r in found if isinstance(r.value, Named)]
    if not marks or len(found) > _MOST:
        return None
    first = marks[0]
    own = [r for r in marks if r.value == first.value]
    others = [r for r in marks if r.value != first.value]
    if len({r.value for r in others}) != o.n - 1 or "\n" not in t.text[own[-1].end : others[0].start]:
        return None
    if any(_opens_line(t, o, r) or not _is_mark(t, o, r) or _in_doubt(t, o, r) for r in own):
        return None
    if sum(_is_set_aside(t, o, r) for r in others) * 2 < len(others) or _says_another(t, o, first):
        return None
    if first.value == o.value(0) and (_is_in_first_sentence(t, first) or not _is_called(t, o, first)):
        return None  # from which on all are gone through
    return Refs((first.value,), first.start, first.end)


def _may_name_all(t: Text, n: int) -> bool:
    """The letter of each of the `n` options stands there as a capital or before a bracket: asked before all marks are looked for, which
    takes longer."""
    letter = ((chr(65 + k), f"{chr(97 + k)})", f"{chr(97 + k)}]") for k in range(n))
    return all(
        capital in t.text or round_ in t.text or square in t.text for capital, round_, square in letter
    )


def _is_set_aside(t: Text, o: Offered, r: Ref) -> bool:
    """A negation, or a word for wrong, stands on its line."""
    line = t.text.rfind("\n", 0, r.start) + 1
    end = t.text.find("\n", r.end)
    span = line, end if end >= 0 else len(t.text)
    return bool(o.lang.negation.search(t.low, *span) or o.lang.wrong.search(t.low, *span))


def _says_another(t: Text, o: Offered, r: Ref) -> bool:
    """What somebody else says: "the colleague on call suggests (C)"."""
    start = sentence_start(t.text, r.start, _SENTENCE_REACH)
    if o.lang.others.match(t.low, past_space(t.low, start)):
        return True
    return bool(o.lang.says.search(t.low, start, r.start)) and not o.lang.me.search(t.low, start, r.start)


def _opens_line(t: Text, o: Offered, r: Ref) -> bool:
    before = str.lower(_before(t, r)).strip(_OPENS)
    return not before or o.lang.noun.fullmatch(before) is not None


def _before(t: Text, r: Ref) -> str:
    """What stands before it on its line, behind the number of an item."""
    return _NUMBER.sub("", t.text[t.text.rfind("\n", 0, r.start) + 1 : r.start])


def _is_mark(t: Text, o: Offered, r: Ref) -> bool:
    """The letter stands in brackets, or behind a word such as "option"."""
    return t.text[r.start] in "([" or _is_called(t, o, r)


def _is_called(t: Text, o: Offered, r: Ref) -> bool:
    return letters.noun_before(o, t, r.start)


def _is_in_first_sentence(t: Text, r: Ref) -> bool:
    """It stands in the first sentence of its line."""
    return SENTENCE_END.search(_before(t, r)) is None


def _in_doubt(t: Text, o: Offered, r: Ref) -> bool:
    left, right = clause(t, r.start, r.end, o.lang, _CLAUSE_END)
    against = (o.lang.negation, o.lang.wrong, o.lang.unsure)
    return doubtful(t, o, r.start, r.end) or any(
        p.search(t.low, left, r.start) or p.search(t.low, r.end, right) for p in against
    )
