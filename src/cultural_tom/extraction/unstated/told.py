"""The one option that a sentence names in full, by its letter and its words, in the place of what was asked for: "the
largest of them is (B) the red box", or on a line of its own below "the largest of them is:"."""

import re

from cultural_tom.extraction.clauses import (
    clause,
    others_speak,
    past_said_below,
    sentence_end,
    sentence_start,
)
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import labels, letters, place, rows
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import doubtful, shown_only

# A capital with or without a bracket, or a small letter in brackets; as the first character may be looked for, what must not
# stand before it comes second.
_NUMBER = re.compile(r"[1-9](?<=: .)(?= ?[-=.):] ?\S)")
_LETTER = re.compile(
    rf"[(\[A-Z](?<![{WORD}'].)(?:(?<=[A-Z])|(?<=[(\[])(?:[A-Z]|[(\[]?[a-z][)\]]))(?![{WORD}'])", re.DOTALL
)
_LABELLED = re.compile(r"\n[-* ]{0,4}(?:[^\W\d]{3,12} )?\(?(?P<letter>[A-Z])(?:[).]:?|:) ?(?=\S)")
_LABEL_REACH = 4
_MOST = 40
_BEFORE = 24
_SENTENCE_REACH = 300
_OTHERS_HEADING = re.compile(r":\n[-*] ?\Z")
_BULLETS = " -*+·・"
_LINE_ENDS = re.compile(r"[,、،]?\n\Z")
_FROM_COPULA = re.compile(r"[\s:\"'「(\[-]{0,4}\Z")


def told(t: Text, o: Offered) -> Refs | None:
    """Such an option, where no other is named so in the same sentence, nor as firmly anywhere."""
    found = _in_full(t, o)
    if not found and (below := _below_copula(t, o)) is not None:
        return Refs((below.value,), below.start, below.end)
    firm = [r for r in found if _after_copula(t, o, r)]
    stated = [r for r in firm if not _is_listed(t, o, r, found)]
    if not stated or len({r.value for r in firm}) != 1 or not isinstance(stated[-1].value, Named):
        return None
    kept = [r for r in stated if not _in_doubt(t, o, r)]
    return Refs((kept[-1].value,), kept[-1].start, kept[-1].end) if len(kept) == len(stated) else None


def _below_copula(t: Text, o: Offered) -> Ref | None:
    """The only line that begins with an option's letter, below a line that ends with a word such as "is" and a colon: the
    words behind it may be those of another language."""
    lines = [m for m in _LABELLED.finditer(t.text)]
    if len(lines) != 1:
        return None
    start = lines[0].start("letter")
    value = o.of_letter(lines[0]["letter"])
    if not isinstance(value, Named) or t.text[lines[0].start() - 1 : lines[0].start()] != ":":
        return None
    ends = lines[0].start() - 1
    copula = any(
        m.end() == len(t.low[:ends].rstrip())
        for m in o.lang.copula.finditer(t.low, max(0, ends - _BEFORE), ends)
    )
    ref = Ref(value, start, lines[0].end())
    return ref if copula and not _in_doubt(t, o, ref) else None


def _in_full(t: Text, o: Offered) -> list[Ref]:
    """Letters with their own words; none where there are too many places to look at."""
    out: list[Ref] = []
    for k, m in enumerate(_LETTER.finditer(t.text)):
        if k == _MOST:
            return []
        ref = place.at(o, t, m.start())
        if ref is not None and isinstance(ref.value, Named) and ref.end - m.start() > _LABEL_REACH:
            out.append(Ref(ref.value, m.start(), ref.end))
    for m in _NUMBER.finditer(t.text):
        ref = place.at(o, t, m.start())
        if ref is not None and isinstance(ref.value, Named) and ref.end - m.start() > _LABEL_REACH:
            out.append(Ref(ref.value, m.start(), ref.end))
    return out


def _after_copula(t: Text, o: Offered, r: Ref) -> bool:
    """A word such as "is" stands directly before it, or a colon that ends the line before; and its clause ends there."""
    if not (END.match(t.text, r.end) or rows.past_tail(o, t, r.end) > r.end):
        return False
    before = t.text[max(0, r.start - _BEFORE) : r.start]
    if before.endswith("\n") and any(
        _LINE_ENDS.match(before[m.end() :])
        for m in o.lang.copula.finditer(t.low[r.start - len(before) : r.start])
    ):
        return True
    if before.endswith(":\n") or _OTHERS_HEADING.search(before):
        if t.text[r.end : r.end + 1] == ":":
            return False  # a heading of what is looked at in turn
        line = t.text.rfind("\n", 0, t.text.rfind(":\n", 0, r.start)) + 1
        return o.lang.further.search(t.low, line, r.start) is None
    if t.text[r.start].isdigit():  # a statement with its grade behind a colon, not "the scale is: 2 - rarely"
        low = t.low[max(0, r.start - _BEFORE) : r.start]
        return before.endswith(": ") and not any(low[m.end() :] == ": " for m in o.lang.copula.finditer(low))
    low = t.low[max(0, r.start - _BEFORE) : r.start]
    article = next((w for w in o.lang.determiners if low.endswith(f" {w}")), "")
    low = low[: len(low) - len(article)]
    before = before[: len(low)]
    return any(_FROM_COPULA.match(before[m.end() :]) for m in o.lang.copula.finditer(low))


def _is_listed(t: Text, o: Offered, r: Ref, found: list[Ref]) -> bool:
    """Another option is named in full in its sentence or in the next, or labelled on the line before or after."""
    first = sentence_start(t.text, r.start, _SENTENCE_REACH)
    last = sentence_end(t.text, sentence_end(t.text, r.end) + 1)
    if any(first <= other.start <= last and other.value != r.value for other in found):
        return True
    if any(a.value != r.value for a in letters.anywhere(o, t, r.end, sentence_end(t.text, r.end))):
        return True
    line = t.text.rfind("\n", 0, r.start) + 1
    if _begins_line(t, r) and any(x.value != r.value and _begins_line(t, x) for x in found):
        return True
    after = t.text.find("\n", r.end) + 1
    label = labels.at(o, t, after) if after else None
    return labels.in_list(o, t, line) or (label is not None and label.value != r.value)


def _begins_line(t: Text, r: Ref) -> bool:
    return not t.text[t.text.rfind("\n", 0, r.start) + 1 : r.start].strip(_BULLETS)


def _in_doubt(t: Text, o: Offered, r: Ref) -> bool:
    """A negation, a doubt, a condition, a question, a plan or another's words in its clause."""
    left, right = clause(t, r.start, r.end, o.lang, _CLAUSE_END)
    lang = o.lang
    below = past_said_below(o, t, r.end)
    if lang.negation.search(t.low, r.end, below) or lang.wrong.search(t.low, r.end, below):
        return True
    if others_speak(o, t.low, past_space(t.low, sentence_start(t.text, r.start, _SENTENCE_REACH))):
        return True  # "the second agent believes that the answer is (B) in the box"
    return bool(
        lang.negation.search(t.low, left, r.start)
        or lang.negation.search(t.low, r.end, right)
        or lang.unsure.search(t.low, left, r.start)
        or lang.plans.search(t.low, left, r.start)
        or shown_only(t, o, r.start)
        or doubtful(t, o, r.start, r.end)
    )


_CLAUSE_END = re.compile(r"[.;!?。！？؛।]|\n\n")
