"""Which of the ways decides that answer a text that states nothing. A new one is a file beside this one, and a place in `_loose`."""

import re
from itertools import islice

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.characters import holds
from cultural_tom.extraction.clauses import (
    last_sentences,
    sentences,
)
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Named, Refs, all_named
from cultural_tom.extraction.statements.alone import announced_in_doubt
from cultural_tom.extraction.statements.statement import Statement
from cultural_tom.extraction.unstated.avowed import avowed
from cultural_tom.extraction.unstated.beginning import beginning
from cultural_tom.extraction.unstated.bracketed import bracketed
from cultural_tom.extraction.unstated.classed import classed
from cultural_tom.extraction.unstated.concluding import conclusion
from cultural_tom.extraction.unstated.headed import headed, only_heading
from cultural_tom.extraction.unstated.in_full import in_full
from cultural_tom.extraction.unstated.lone import LOOSE_SENTENCES, mention, row_of_all
from cultural_tom.extraction.unstated.opening import opening
from cultural_tom.extraction.unstated.praised import praised
from cultural_tom.extraction.unstated.ranked import ranked
from cultural_tom.extraction.unstated.reasoned import reasoned
from cultural_tom.extraction.unstated.set_apart import set_apart
from cultural_tom.extraction.unstated.told import told

_SHORT, _LONG = 200, 800
_LONGEST_YES = 12
_UNSURE_REACH = 12
_FEW_WORDS = 2
_FULL_ENDS = ">.!?。！？।؟…)）]】\"'”」』»"
_NUMBERED = re.compile(r"\d{1,2}[.、]")


def unstated(t: Text, o: Offered) -> Statement | None:
    """The one answer in bold; else the beginning and the conclusion, which must not differ; else the one option that
    stands behind a heading or in square brackets, is told in full, praised, ranked, avowed or the class that sentences end with;
    else the only mention, where the text does not decline."""
    return _bold(t, o) or _loose(t, o)


def _bold(t: Text, o: Offered) -> Statement | None:
    """The one answer that stands in bold."""
    found = [
        (words, row)
        for words in t.bold
        if words != t.text and (row := rows.whole(o, part(words))) and not words.endswith(("?", "؟"))
    ]
    if len(t.text) > _SHORT:  # headings of what is looked at
        found = [(words, row) for words, row in found if not words.endswith(":")]
    if len({frozenset(row.values) for _, row in found}) != 1:
        return None
    if o.many and t.text.endswith(":"):
        return None
    if o.many and len(found) < len(t.bold):
        return None  # one of several that are in bold
    words, row = found[-1]
    start = t.text.rfind(words)  # markup within the bold words may have changed them
    is_long = len(t.text) > _SHORT or row.values == (o.value(0),)
    if is_long and not t.text.endswith(words) and t.text[-1] not in _FULL_ENDS:
        return None  # the text breaks off: it may be a heading of what is looked at, or words of the question
    heading = f"\n{words}:" in f"\n{t.text}"
    if not all_named(row.values) or heading or announced_in_doubt(t, o, start):
        return None
    if start >= 0 and o.lang.unsure.search(t.low, max(0, start - _UNSURE_REACH), start):
        return None  # "the answer may be **B**"
    return Statement(row.values, *((start, start + len(words)) if start >= 0 else (0, len(t.text))), "bold")


def _loose(t: Text, o: Offered) -> Statement | None:
    ends = last_sentences(o, t)
    if not ends:
        return None
    # a box with something else than an option: the answer is none of them
    boxed = holds(t.text, "\\boxed{")
    first = None if boxed else beginning(t, o)
    if (
        first is not None
        and _NUMBERED.match(t.text)
        and (named := told(t, o))
        and named.values != first.values
    ):
        first = None  # the number of the question: "3. The drug is D: fluconazole."
    last = None if boxed and "\\boxed{" in t.text[slice(*ends[-1])] else conclusion(t, o, *ends[-1])
    if (
        first is not None
        and not o.many
        and not o.yes_no
        and (said := o.lang.declines.pattern.search(t.low, ends[-1][0]))
        and not _is_own_refusal(t, o, first, said)
    ):
        first = None  # "Option 1: the box. (... neither option is correct.)"
    if first is not None and o.yes_no and first.end <= _LONGEST_YES and _declines(t, o):
        first = None  # "Yes, I can help with that! Please provide the text."
    if first is not None and last is not None and set(first.values) != set(last.values):
        return Statement((CLASH,), first.start, last.end, "conclusion")
    if last is not None:
        return _statement(last, "conclusion")
    if first is not None:
        return _statement(first, "beginning")
    breaks_off = len(t.text) > _LONG and t.text[-1].isalnum()  # while it still weighs
    if not o.many and not boxed and (row := opening(t, o)):
        return _statement(row, "beginning")
    if row := headed(t, o) or only_heading(t, o) or (None if o.many else bracketed(t, o)):
        return _statement(row, "conclusion")
    if not o.many and (
        row := (None if breaks_off else told(t, o) or praised(t, o) or ranked(t, o))
        or (None if o.lang.declines.may(t.low) and _declines(t, o) else avowed(t, o))
        or (None if breaks_off else classed(t, o) or in_full(t, o) or set_apart(t, o))
    ):
        return _statement(row, "conclusion")
    spans = list(islice(sentences(o, t), LOOSE_SENTENCES + 1))
    if boxed or (not o.many and _declines(t, o)):
        return None
    row = row_of_all(t, o, spans) if o.many else reasoned(t, o, spans) or mention(t, o, spans)
    return _statement(row, "mention") if row else None


def _is_own_refusal(t: Text, o: Offered, first: Refs, said: re.Match[str]) -> bool:
    """The words that nothing tells stand directly behind the mark of the option that says so: "A. Not enough information was given"."""
    own = first.values[-1]
    if not isinstance(own, Named) or t.low[first.start : said.start()].count(" ") > _FEW_WORDS:
        return False
    return own.index == o.undetermined or said[0] in o.folded[own.index]


def _declines(t: Text, o: Offered) -> bool:
    """The text refuses, asks back or says that nothing tells, in words that no option has."""
    said = o.lang.declines.find(t.low)[:1]
    return any(not any(m[0] in f for f in o.folded) for m in said)


def _statement(row: Refs, rule: Rule) -> Statement:
    return Statement(row.values, row.start, row.end, rule)
