"""Which of the ways decides that answer a text that states nothing. A new one is a file beside this one, and a place in `_loose`."""

import re
from itertools import islice

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.clauses import (
    last_sentences,
    sentences,
)
from cultural_tom.extraction.clean import Text, fold, part
from cultural_tom.extraction.references import core, rows
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Refs, all_named
from cultural_tom.extraction.statements.alone import announced_in_doubt
from cultural_tom.extraction.statements.statement import Statement
from cultural_tom.extraction.unstated.answering import answering
from cultural_tom.extraction.unstated.avowed import avowed
from cultural_tom.extraction.unstated.beginning import beginning
from cultural_tom.extraction.unstated.bracketed import bracketed
from cultural_tom.extraction.unstated.cells import cell
from cultural_tom.extraction.unstated.classed import classed
from cultural_tom.extraction.unstated.classified import classified
from cultural_tom.extraction.unstated.concluding import conclusion, yes_or_no_line
from cultural_tom.extraction.unstated.containing import containing
from cultural_tom.extraction.unstated.form import filled_in
from cultural_tom.extraction.unstated.glossed import glossed
from cultural_tom.extraction.unstated.headed import headed, labelled, only_heading
from cultural_tom.extraction.unstated.itemised import itemised
from cultural_tom.extraction.unstated.lone import LOOSE_SENTENCES, mention, row_of_all
from cultural_tom.extraction.unstated.meant import meant
from cultural_tom.extraction.unstated.opening import opening
from cultural_tom.extraction.unstated.permitted import permitted
from cultural_tom.extraction.unstated.picked import picked
from cultural_tom.extraction.unstated.praised import praised
from cultural_tom.extraction.unstated.quoted import quoted
from cultural_tom.extraction.unstated.ranked import ranked
from cultural_tom.extraction.unstated.rated import rated
from cultural_tom.extraction.unstated.reasoned import reasoned
from cultural_tom.extraction.unstated.reworded import reworded
from cultural_tom.extraction.unstated.scaled import scaled
from cultural_tom.extraction.unstated.told import told
from cultural_tom.extraction.unstated.undetermined import says_so, undetermined
from cultural_tom.extraction.unstated.winning import winning

_SHORTEST_CUT = 4
_MOST_AROUND = 200  # characters that folding takes away
_SHORT, _LONG = 200, 800
_LONGEST_YES = 12
_COMMAS = ",，、،:"
_NUMBERED = re.compile(r"\d{1,2}[.、]")


def unstated(t: Text, o: Offered) -> Statement | None:
    """The one answer in bold; else the beginning and the conclusion, which must not differ; else the one option that
    stands behind a heading, in brackets or quotes, is told in full, praised, ranked, avowed, told but for endings or the class that
    sentences end with, or the words that break off; where several
    may be right a list or marks in brackets; else the only mention, where the text does not decline."""
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
    if (
        len(t.text) > _SHORT
        and not t.text.endswith(words)
        and (t.text[-1].isalnum() or t.text[-1] in _COMMAS)
    ):
        return None  # the text breaks off: it may be a heading of what is looked at, or words of the question
    heading = f"\n{words}:" in f"\n{t.text}"
    if not all_named(row.values) or heading or announced_in_doubt(t, o, start):
        return None
    return Statement(row.values, *((start, start + len(words)) if start >= 0 else (0, len(t.text))), "bold")


def _loose(t: Text, o: Offered) -> Statement | None:
    ends = last_sentences(o, t)
    if not ends:
        return None
    # a box with something else than an option: the answer is none of them
    boxed = "\\boxed{" in t.text
    first = None if boxed else beginning(t, o) or core.opening(o, t)
    if (
        first is not None
        and _NUMBERED.match(t.text)
        and (named := told(t, o))
        and named.values != first.values
    ):
        first = None  # the number of the question: "3. The drug is D: fluconazole."
    last = (
        conclusion(t, o, *ends[-1]) or yes_or_no_line(t, o) or (None if o.many else winning(t, o, *ends[-1]))
    )
    if (
        first is not None
        and not o.many
        and not o.yes_no
        and o.lang.declines.pattern.search(t.low, ends[-1][0])
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
    if (
        not o.many
        and not boxed
        and (row := opening(t, o) or permitted(t, o) or answering(t, o) or containing(t, o))
    ):
        return _statement(row, "beginning")
    if (
        row := headed(t, o)
        or labelled(t, o)
        or only_heading(t, o)
        or filled_in(t, o)
        or cell(t, o)
        or scaled(t, o)
        or itemised(t, o)
        or rated(t, o)
    ):
        return _statement(row, "conclusion")
    if not o.many and (row := bracketed(t, o) or quoted(t, o)):
        return _statement(row, "conclusion")
    if not o.many and (
        row := (None if breaks_off else told(t, o) or praised(t, o) or ranked(t, o) or glossed(t, o))
        or (None if o.lang.declines.may(t.low) and _declines(t, o) else avowed(t, o))
        or classified(t, o)
        or (None if breaks_off else classed(t, o))
    ):
        return _statement(row, "conclusion")
    if not o.many and not boxed and not breaks_off and (row := reworded(t, o)):
        return _statement(row, "conclusion")
    if not o.many and not boxed and not breaks_off and (row := meant(t, o)):
        return _statement(row, "conclusion")
    if not o.many and (row := _cut_off(t, o)):
        return _statement(row, "mention")
    if o.many and (row := picked(t, o) or glossed(t, o)):
        return _statement(row, "conclusion")
    if not (boxed or breaks_off) and (row := undetermined(t, o)):
        return _statement(row, "beginning")
    spans = list(islice(sentences(o, t), LOOSE_SENTENCES + 1))
    if boxed or (not o.many and _declines(t, o)):
        return None
    row = row_of_all(t, o, spans) if o.many else reasoned(t, o, spans) or mention(t, o, spans)
    if row and o.undetermined is not None and row.values == (o.value(o.undetermined),):
        row = None if says_so(t, o, *spans[0]) else row  # what kept it from counting still holds
    return _statement(row, "mention") if row else None


def _declines(t: Text, o: Offered) -> bool:
    """The text refuses, asks back or says that nothing tells, in words that no option has."""
    said = o.lang.declines.find(t.low)[:1]
    return any(not any(m[0] in f for f in o.folded) for m in said)


def _cut_off(t: Text, o: Offered) -> Refs | None:
    """The text is the beginning of one option's words, cut off: "Astra" where one region is called Astrakhan."""
    if len(t.text) > o.longest + _MOST_AROUND:
        return None
    said = fold(t.text)
    shortest = _SHORTEST_CUT - t.text.endswith("-")
    if not shortest <= len(said) < o.longest:
        return None
    found = [i for i, f in enumerate(o.folded) if f.startswith(said)]
    others = (f for i, f in enumerate(o.folded) if i not in found)
    if len(found) != 1 or any(f" {said}" in f for f in others) or o.lang.none.match(said):
        return None
    return Refs((o.value_of_words(found[0]),), 0, len(t.text))


def _statement(row: Refs, rule: Rule) -> Statement:
    return Statement(row.values, row.start, row.end, rule)
