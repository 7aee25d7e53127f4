"""What the last sentence points at with a sign or a number: "→ entailment", "so the answer is yes", "½ · 6 · 8 = 24 square
centimetres", "thus about 5,000 serious crimes"."""

import re

from cultural_tom.extraction.clauses import CLAUSE_END
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.offered import NUMBER_AND_UNIT, Offered
from cultural_tom.extraction.references.value import Named, Refs, all_named
from cultural_tom.extraction.statements.doubt import conditional
from cultural_tom.extraction.statements.names import OTHER_NAME
from cultural_tom.extraction.unstated.lone import AT_END, doubted

_ARROW = re.compile(r"(?:→|⇒|->|=>|⟶|➡|∴|>>>)\s?")
_YES_NO_LINE = re.compile(r"[:?]\W{0,4}(?:yes|no)\W{0,3}$", re.IGNORECASE | re.MULTILINE)
_SIGNS = ("=", "≈", "→")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w%])")
_QUOTED = re.compile(r"[\"“«][^\"”»\n]{1,400}[\"”»]")
_AT_THE_END = " .。।!)]}\"'"
_FEW_WORDS = 3
_NO_RESULT = re.compile(
    r"trap|mistake|rule|legend|definition|mapping|order|taken|at first|default|favou?rite|polite|path|press|click|step \d|given|piège"
)
"""What stands before a sign that points at no answer."""


def pointed_at(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The one option that the text ends with behind an arrow, a word for "equals" (where options are amounts) or a word such as "is"
    (where they are yes and no)."""
    if o.many or t.text[end:].strip(_AT_THE_END):
        return None
    return _behind_arrow(t, o, start, end) or _equal(t, o, start, end) or _yes_or_no(t, o, start, end)


def amount(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The one number of a conclusion, where the options are amounts and it counts what they count."""
    numbers = list(_NUMBER.finditer(t.low, start, end)) if o.amounts else []
    if len({m[0] for m in numbers}) != 1 or not o.amounts or numbers[0][0] not in o.amounts:
        return None
    index = o.amounts[numbers[0][0]]
    row = Refs((o.value(index),), numbers[0].start(), numbers[0].end())
    behind = t.low[row.end : end].split(".")[0].split()[:_FEW_WORDS]
    if AT_END.match(t.text, row.end) is None and o.folded[index].split()[-1] not in behind:
        return None  # "5 pears" where the options are apples
    doubts = (o.lang.negation, o.lang.unsure, o.lang.says, o.lang.bounds)
    return None if any(p.search(t.low, start, end) for p in doubts) or doubted(t, o, row) else row


def _behind_arrow(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The only arrow of the text, no option, denial or word such as "legend" before it."""
    arrow = _ARROW.search(t.text)
    if arrow is None or arrow.start() < start or _ARROW.search(t.text, arrow.end()):
        return None
    row = rows.whole(o, part(t.text[arrow.end() : end].strip()))
    if row is None or not all_named(row.values) or len(set(row.values)) > 1:
        return None
    line = max(start, t.text.rfind("\n", 0, arrow.start()) + 1)
    before = t.low[line : arrow.start()]
    if rows.whole(o, part(before.strip())) or words.anywhere(o, t.low, line, arrow.start()):
        return None  # "A -> B"
    doubts = (o.lang.wrong, o.lang.negation, o.lang.says, OTHER_NAME, _NO_RESULT)
    found = Refs(row.values, arrow.end(), end)
    said = _QUOTED.sub("", before)
    return None if any(p.search(said) for p in doubts) or doubted(t, o, found) else found


def _equal(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    found = words.anywhere(o, t.low, start, end) if o.amounts is not None else []
    ref = found[-1] if found else None
    if ref is None or not isinstance(ref.value, Named) or t.text[ref.end : end].strip(_AT_THE_END):
        return None
    if NUMBER_AND_UNIT.fullmatch(o.folded[ref.value.index]) is None or not _ends_with_copula(
        t, o, start, ref.start
    ):
        return None
    clause = max([start, *(m.end() for m in CLAUSE_END.finditer(t.text, start, ref.start))])
    doubts = (o.lang.negation, o.lang.unsure, o.lang.bounds, o.lang.wrong)
    if any(p.search(t.low, clause, ref.start) for p in doubts) or _NO_RESULT.search(t.low, start, ref.start):
        return None
    row = Refs((ref.value,), ref.start, ref.end)
    return None if doubted(t, o, row) else row


def _yes_or_no(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """Yes or no behind a word such as "is" or a colon; none where several lines end so."""
    if o.yes_no is None or len(_YES_NO_LINE.findall(t.text)) > 1:
        return None
    low = t.low[start:end].rstrip(_AT_THE_END)
    for index, said in zip(o.yes_no, (o.lang.yes, o.lang.no), strict=True):
        m = next((m for m in said.finditer(low) if m.end() == len(low)), None)
        if m is None or not _ends_with_copula(t, o, start, start + m.start(), signs=(":", "=")):
            continue
        before = low[: m.start()]
        doubts = (o.lang.unsure, o.lang.wrong, o.lang.says, o.lang.supposing, _NO_RESULT)
        row = Refs((o.value(index),), start + m.start(), start + m.end())
        if any(p.search(before) for p in doubts) or doubted(t, o, row) or conditional(t, o, row.start):
            return None
        return row
    return None


def _ends_with_copula(t: Text, o: Offered, start: int, end: int, signs: tuple[str, ...] = _SIGNS) -> bool:
    """The stretch ends with such a sign or a word such as "is"."""
    before = t.low[start:end].rstrip(" (\"'“")
    return before.endswith(signs) or any(m.end() == len(before) for m in o.lang.copula.finditer(before))
