"""A text that ends with a conclusion: "so it is B"."""

import re

from cultural_tom.extraction.clauses import (
    CLAUSE_END,
    negated,
)
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import all_of, only
from cultural_tom.extraction.references import labels, numbers_of_many, rows, words
from cultural_tom.extraction.references.marks import past_close, past_label, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs, all_named
from cultural_tom.extraction.statements.alone import announced_in_doubt
from cultural_tom.extraction.statements.doubt import asked, conditional
from cultural_tom.extraction.unstated.lone import AT_END, doubted, names_a_thing
from cultural_tom.extraction.unstated.moving import moving
from cultural_tom.extraction.unstated.pointing import amount, pointed_at

_AFTER_CONCLUSION = ("", ".", ",", "!", "。", "।", "、", "،")
_BEFORE_CONCLUSION = (",", " ", "、", "،", ":")
_SO_REACH, _TURN_REACH = 30, 24
_MARK_AT_END = re.compile(r" [(\[]?([A-Z])[)\]]?[.。।]?\s*\Z")
_SAYS = re.compile(r"\)? (?:suggests|says|claims|implies|proposes|would say)")
_FEW_BETWEEN = 2
_AT_THE_END = " .。।!)]}\"'"
_LINE = re.compile(r"\A|\n")
_ASKED_FOR = re.compile(r"\b[Tt]he (?:[\w'-]+ ){0,2}?[\w'-]+ (?:that|which|who) (?P<what>[^.;!?]{1,200})\Z")
_DENIED_AS_ASKED = re.compile(
    r"NOT\b|CAN'T|CANNOT|COULDN'T|\b(?:cannot|can not|can't|could not|couldn't|must not|must be false)\b"
)


def conclusion(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The last sentence, where it draws a conclusion ("so", "therefore")."""
    found = list(o.lang.so.finditer(t.low, start, end))
    for so in found:
        pos = so.end()
        if o.lang.so_far.match(t.low, pos + 1):
            continue
        while t.text[pos : pos + 1] in _BEFORE_CONCLUSION and pos < end:
            pos += 1
        direct = rows.at(o, t, pos) or _called_right(t, o, pos)
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
                or _conceded(t, o, pos, row)
                or _of_its_heading(t, o, row)
                or _SAYS.match(t.low, row.end)
                or (o.lang.negation_follows and o.lang.negation.search(t.low, pos, row.start))
            ):
                return row
            if not o.many and row is None and (counted := amount(t, o, pos, end)):
                return counted
    return (
        _after_weighing(t, o, start, end)
        or _after_reason(t, o, start, end)
        or _is_mark(t, o, start, end)
        or pointed_at(t, o, start, end)
        or moving(t, o, start, end)
    )


def _after_weighing(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The only option of the last sentence behind what it weighs: "given these facts, the colour that takes in most is black"."""
    first = start + (t.text[start : start + 1] == " ")
    weighing = o.lang.weighing.match(t.low, first)
    comma = t.text.find(",", weighing.end(), end) if weighing else -1
    if weighing is None or o.many or comma < 0 or t.text[end:].strip():
        return None
    row = only(o, t, comma + 1, end)
    doubts = (o.lang.unsure, o.lang.revise, o.lang.says, o.lang.alternative, o.lang.wrong, o.lang.negation)
    if row is None or any(p.search(t.low, comma, end) for p in doubts) or doubted(t, o, row):
        return None
    verb = o.lang.copula.match(t.low, past_space(t.low, row.end))
    is_the = verb is not None and t.low.startswith(" the ", verb.end())
    called = any(
        len(t.text[m.end() : row.start].split()) <= _FEW_BETWEEN
        for m in o.lang.copula.finditer(t.low, comma, row.start)
    )
    if not (is_the or (called and not t.text[row.end : end].strip(_AT_THE_END))):
        return None  # "..., black is out", "..., let us look at black"
    return None if names_a_thing(t, o, row) or _conceded(t, o, comma + 1, row) else row


def _turns(t: Text, o: Offered, start: int, so: int) -> bool:
    """A word such as "but" stands directly before: "it has good words, but overall it is negative"."""
    before = t.low[max(start, so - _TURN_REACH) : so].rstrip()
    return any(m.end() == len(before) for m in o.lang.revise.finditer(before))


def yes_or_no_line(t: Text, o: Offered) -> Refs | None:
    """The last line, where it begins with yes or no and the line before announces it: "I conclude that:", "YES, it is." """
    line = t.text.rfind("\n") + 1
    if not o.yes_no or not line or t.text[line - 2 : line - 1] != ":" or t.text[line : line + 1].isdigit():
        return None  # a digit is the number of a first reason
    row = rows.at(o, t, line)
    if row is None or t.text[row.end : row.end + 1] not in (",", "，", "、", "،", "."):
        return None
    before = t.text.rfind("\n", 0, line - 1) + 1
    doubted = o.lang.whether.search(t.low, before, line) or announced_in_doubt(t, o, line)
    return None if doubted or conditional(t, o, line) else row


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


def _called_right(t: Text, o: Offered, pos: int) -> Refs | None:
    """A verb, an option and a word for right, where the clause ends: "somit ist Option A zutreffend"."""
    verb = o.lang.copula.match(t.low, pos)
    row = rows.at(o, t, verb.end() + 1) if verb and o.lang.noun.match(t.low, verb.end() + 1) else None
    word = o.lang.right.match(t.low, row.end + 1) if row else None
    if row is None or word is None or not AT_END.match(t.text, word.end()) or asked(t, o, pos, word.end()):
        return None
    return Refs(row.values, row.start, word.end())


def _called_so(t: Text, o: Offered, row: Refs) -> bool:
    """An option by its mark, a verb and a word such as "true", where the clause ends: "therefore, option (D) is true"."""
    if not o.lang.noun.match(t.low, row.start) or (o.judging or o.yes_no):
        return False
    verb = o.lang.copula.match(t.low, past_close(t.text, row.end) + 1)
    word = o.lang.right.match(t.low, verb.end() + 1) if verb else None
    return word is not None and AT_END.match(t.text, word.end()) is not None


def _is_mark(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The text ends with a word such as "is" and a capital that names an option: "the appropriate treatment is B."."""
    m = _MARK_AT_END.search(t.text, start, end)
    if o.many or o.lettered or m is None or ord(m[1]) - 65 >= o.n or end < len(t.text):
        return None
    before = t.low[start : m.start()]
    if not any(c.end() == len(before.rstrip()) for c in o.lang.copula.finditer(before)):
        return None
    row = Refs((o.of_letter(m[1]),), m.start(1), m.end(1))
    asked_for = _asked_for(t.text[start : m.start()])
    if any(p.search(before[:asked_for]) for p in (o.lang.negation, o.lang.unsure, o.lang.says)):
        return None
    return None if doubted(t, o, row) or conditional(t, o, row.start) else row


def _asked_for(said: str) -> int:
    """Where the words begin that repeat a question for what cannot be, before the verb: "the option that could NOT be true is"."""
    m = _ASKED_FOR.search(said)
    return m.start() if m and _DENIED_AS_ASKED.search(m["what"]) else len(said)


def _after_reason(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The last sentence gives a reason and then, after its last comma, an answer: "Since he left, option B." """
    first = start + (t.text[start : start + 1] == " ")
    comma = max(t.text.rfind(c, start, end) for c in ",،、")
    if comma < 0 or not o.lang.because.match(t.low, first):
        return None
    row = rows.at(o, t, comma + 1)
    return row if row is not None and AT_END.match(t.text, row.end) and all_named(row.values) else None
