"""A text that ends with a conclusion: "so it is B"."""

import re

from cultural_tom.extraction.clauses import (
    CLAUSE_END,
    negated,
)
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import all_of, only
from cultural_tom.extraction.references import labels, numbers_of_many, rows, words
from cultural_tom.extraction.references.marks import past_close, past_label
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import conditional
from cultural_tom.extraction.unstated.lone import AT_END, doubted, names_a_thing

_AFTER_CONCLUSION = ("", ".", ",", "!", "。", "।", "、", "،")
_BEFORE_CONCLUSION = (",", " ", "、", "،", ":")
_SO_REACH, _TURN_REACH, _NOUN_REACH = 30, 24, 16
_SAYS = re.compile(r"\)? (?:suggests|says|claims|implies|proposes|would say)")
_LINE = re.compile(r"\A|\n")


def conclusion(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The last sentence, where it draws a conclusion ("so", "therefore")."""
    found = list(o.lang.so.finditer(t.low, start, end))
    for so in found:
        pos = so.end()
        if o.lang.so_far.match(t.low, pos + 1):
            continue
        while t.text[pos : pos + 1] in _BEFORE_CONCLUSION and pos < end:
            pos += 1
        direct = rows.at(o, t, pos)
        if direct is not None and conditional(t, o, direct.start):
            return None
        if direct is not None and isinstance(direct.values[0], Named):
            closed = past_close(t.text, rows.past_tail(o, t, direct.end))
            if t.text[closed : closed + 1] in _AFTER_CONCLUSION or _called_so(t, o, direct):
                return direct
        if so.start() <= start + _SO_REACH or (so is found[-1] and _turns(t, o, start, so.start())):
            row = _all_named(t, o, pos, end) if o.many else only(o, t, pos, end)
            if row and not (
                doubted(t, o, row)
                or names_a_thing(t, o, row)
                or _in_passing(t, o, row)
                or _conceded(t, o, pos, row)
                or _of_its_heading(t, o, row)
                or _SAYS.match(t.low, row.end)
                or (o.lang.negation_follows and o.lang.negation.search(t.low, pos, row.start))
            ):
                return row
    return None


def _in_passing(t: Text, o: Offered, row: Refs) -> bool:
    """A bare capital without a word such as "option" before it, and with more of its clause behind it: the A of "the angle A is small"."""
    return (
        row.end - row.start == 1
        and t.text[row.start].isascii()
        and not o.lettered
        and AT_END.match(t.text, row.end) is None
        and not any(
            not t.text[m.end() : row.start].strip()
            for m in o.lang.noun.finditer(t.low, max(0, row.start - _NOUN_REACH), row.start)
        )
    )


def _turns(t: Text, o: Offered, start: int, so: int) -> bool:
    """A word such as "but" stands directly before: "it has good words, but overall it is negative"."""
    before = t.low[max(start, so - _TURN_REACH) : so].rstrip()
    return any(m.end() == len(before) for m in o.lang.revise.finditer(before))


def _conceded(t: Text, o: Offered, start: int, row: Refs) -> bool:
    """A word such as "although" opens the clause of the option: "so she looks there, although it is in the box"."""
    nearest = [m.end() for m in CLAUSE_END.finditer(t.text, start, row.start)][-1:]
    return bool(nearest) and o.lang.concede.search(t.low, nearest[0], row.start) is not None


def _of_its_heading(t: Text, o: Offered, row: Refs) -> bool:
    """The line above is labelled with the option, and a line before that with another: each is looked at in turn."""
    line = t.text.rfind("\n", 0, row.start) + 1
    above = t.text.rfind("\n", 0, max(0, line - 1)) + 1
    label = labels.at(o, t, above) if line else None
    if o.many or label is None or label.value not in row.values or not _only_its_words(t, o, label, line):
        return False
    earlier = (labels.at(o, t, m.end()) for m in _LINE.finditer(t.text, 0, above))
    return any(other is not None and other.value != label.value for other in earlier)


def _only_its_words(t: Text, o: Offered, label: Ref, line: int) -> bool:
    """The line above `line` holds the label and the words of its option and nothing else."""
    said = words.at(o, t.low, past_label(t.text, label.end))
    return said is not None and not t.text[said.end : line].strip(" .:。\n")


def _all_named(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The row of options that the conclusion names; by their numbers, where no negation stands before them."""
    row = numbers_of_many.the_one(o, t, start, end)
    return row if row and not negated(t, row.start, row.end, o.lang) else all_of(o, t, start, end)


def _called_so(t: Text, o: Offered, row: Refs) -> bool:
    """An option by its mark, a verb and a word such as "true", where the clause ends: "therefore, option (D) is true"."""
    if not o.lang.noun.match(t.low, row.start) or (o.judging or o.yes_no):
        return False
    verb = o.lang.copula.match(t.low, past_close(t.text, row.end) + 1)
    word = o.lang.right.match(t.low, verb.end() + 1) if verb else None
    return word is not None and AT_END.match(t.text, word.end()) is not None
