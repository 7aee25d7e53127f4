"""What the first lines of a longer text state: "x is true." on a line of its own, an option alone below "… fits the category of:"."""

import re

from cultural_tom.extraction.clauses import sentence_end
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import labels, place, rows
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs, all_named
from cultural_tom.extraction.statements.names import of_one
from cultural_tom.extraction.unstated.lone import doubted

_COMMAS = (",", "!", "،", "，", "、")
_LONGEST, _MOST_WORDS = 60, 4
_FULL_END = re.compile(r"\s*(?:\Z|\n|[.!。！।;:]|\s?[-–—](?!\d))")
_BLANKS = re.compile(r"\s*")


def opening(t: Text, o: Offered) -> Refs | None:
    """The option that the first lines state in one of these ways."""
    return _opening_verdict(t, o) or _opening_line(t, o)


def _opening_verdict(t: Text, o: Offered) -> Refs | None:
    """The first sentence says of what was asked about that it is one option, in its words and nothing else: "Oh, that is absolutely
    false! Omsk lies elsewhere."."""
    if not (o.judging or o.yes_no or o.classes):
        return None
    pos, low = 0, t.low
    while (oh := o.lang.interjection.match(low, pos)) and t.text[oh.end() : oh.end() + 1] in _COMMAS:
        pos = oh.end() + 1 + (low[oh.end() + 1 : oh.end() + 2] == " ")
    start = pos
    about = o.lang.subject.pattern.match(low, pos)
    if about and of_one(about[0]) and o.yes_no:
        return None  # "the student's answer is yes"
    if about:
        link = o.lang.copula.match(low, past_space(low, about.end()))
        pos = link.end() if link else about.end()
    elif pronoun := o.lang.pronoun.match(low, pos):
        pos = pronoun.end()
    pos = past_space(low, pos)
    if surely := o.lang.surely.match(low, pos):
        pos = past_space(low, surely.end())
    ref = place.at(o, t, pos)
    if ref is None or not isinstance(ref.value, Named) or ref.end - pos <= 1:
        return None
    after = rows.past_tail(o, t, ref.end)
    if start == pos or not (_FULL_END.match(t.text, after) or o.lang.because.match(low, after + 2)):
        return None  # "Oh, no!", "That is false, say the critics."
    stop = sentence_end(t.text, ref.end)
    then = _BLANKS.match(t.text, stop + 1)
    turns = (o.lang.alternative, o.lang.revise, o.lang.negation)
    if t.text[stop : stop + 1] in ("?", "؟") or then is None or any(p.match(low, then.end()) for p in turns):
        return None  # "That is false. Or is it?"
    if any(
        p.search(low, ref.end, stop)
        for p in (o.lang.revise, o.lang.alternative, o.lang.condition, o.lang.exception)
    ):
        return None
    row = Refs((ref.value,), start, ref.end)
    return None if doubted(t, o, row) else row


def _opening_line(t: Text, o: Offered) -> Refs | None:
    """The first line says of something that it is one option, and no later line says so of another."""
    first = _said(t, o, 0) if "\n" in t.text and labels.at(o, t, 0) is None else None
    if first is None or o.lang.any_cue.pattern.search(t.low, 0, first.end):
        return None  # what kept a cue from counting still holds
    line = t.text.find("\n") + 1
    while line:
        other = _said(t, o, line)
        if other is not None and other.values != first.values:
            return None
        line = t.text.find("\n", line) + 1
    return None if doubted(t, o, first) else first


def _said(t: Text, o: Offered, line: int) -> Refs | None:
    """The option that the line ends with behind a few words and one such as "is"."""
    stop = t.text.find("\n", line)
    stop = stop if stop >= 0 else len(t.text)
    if stop - line > _LONGEST:
        return None
    for copula in o.lang.copula.finditer(t.low, line, stop):
        said = t.text[line : copula.start()].split()
        if not 0 < len(said) <= _MOST_WORDS or not (said[-1][-1].isalnum() and copula[0][-1].isalpha()):
            return None
        if t.text[copula.end() : copula.end() + 1] != " ":
            return None  # where words are not told apart it may be a part of one
        row = rows.whole(o, part(t.text[copula.end() : stop].strip()))
        if row is not None and all_named(row.values) and len(set(row.values)) == 1:
            if row.end - row.start == 1 and t.text[copula.end() + 1].islower():
                return None  # "Here are a." breaks off
            denied = o.lang.negation.search(t.low, line, copula.end())
            return None if denied else Refs(row.values, line, stop)
    return None
