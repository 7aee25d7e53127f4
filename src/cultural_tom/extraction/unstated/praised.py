"""Words of praise for an option where no statement stands: "B is the most plausible", "this corresponds to option B". They
count only where all of them mean the same option."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.clauses import CLAUSE_END, clause, denied, negated, sentence_end, sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import ruled_in
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, rows, words
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Refs, all_named
from cultural_tom.extraction.statements.declared import leads, letters_before, only_if, row_before
from cultural_tom.extraction.statements.doubt import asked, conditional, doubtful, hearsay, hedged
from cultural_tom.extraction.statements.names import of_one
from cultural_tom.extraction.statements.statement import last

_REACH = 80
_AROUND = 24
_LETTER = re.compile(rf"(?<![{WORD}'])[A-Z](?![{WORD}'])")
_COMMAS = (",", "，", "、", "،")
_CLAUSE = re.compile(r"[.,;:!?。！？、،؛؟।\n]|\Z")
_NAME_REACH = 24


def praised(t: Text, o: Offered) -> Refs | None:
    """The option that is praised; a contradiction where two are."""
    found = list(_praise(t, o)) or list(fitting(t, o)) or list(_ruling(t, o))
    if not found:
        return None
    values = {v for row in found for v in row.values}
    return Refs(tuple(values) if len(values) == 1 else (CLASH,), found[-1].start, found[-1].end)


def _praise(t: Text, o: Offered) -> Iterator[Refs]:
    """Letters, and words where "option" or "answer" follows, that stand directly before the praise."""
    of_two = o.of_two and not o.many
    for m in last(
        sorted([*o.lang.praised.find(t.low), *(o.lang.more.find(t.low) if of_two else ())], key=_start)
    ):
        row = letters_before(t, o, m.start()) or row_before(t, o, m.start())
        if row is None or not all_named(row.values) or "\n" in t.text[row.start : m.start()]:
            continue
        is_called = o.lang.called.match(t.low, past_space(t.low, m.end()))
        if words.at(o, t.low, row.start) is not None and not is_called:
            continue
        compares = m.re is o.lang.more.pattern
        if compares and not leads(t, o, row.start):
            continue
        if not (compares or m[0] in o.lang.describes or _rounds_off(t, o, m.end())) or only_if(t, o, m.end()):
            continue
        if not _in_doubt(t, o, row.start, m.end(), row):
            yield _with_others(t, o, m.end(), row)


def _start(m: re.Match[str]) -> int:
    return m.start()


def fitting(t: Text, o: Offered) -> Iterator[Refs]:
    """What something is said to correspond to, where the clause ends behind it and names no other before."""
    for m in last(o.lang.fits.find(t.low)):
        pos = past_space(t.low, m.end())
        is_letter = t.text[pos : pos + 2] == "A "
        article = "" if is_letter else next((w for w in o.lang.determiners if t.low.startswith(w, pos)), "")
        pos += len(article)
        row = rows.at(o, t, pos)
        said = t.text[row.start : row.end].strip("()[]") if row else ""
        if row is None or not (o.lang.noun.match(t.low, pos) or (len(said) == 1 and said.isalpha())):
            continue
        if not all_named(row.values) or not END.match(t.text, rows.past_tail(o, t, row.end)):
            continue
        if not _in_doubt(t, o, m.start(), row.end, row):
            yield _with_others(t, o, row.end, row)


def _ruling(t: Text, o: Offered) -> Iterator[Refs]:
    """An option's words, in whatever form, that say all about the claim that was asked about: "this statement is mostly
    false", where the options are grades of truth."""
    if o.many or not o.lang.subject.may(t.low):
        return
    judges = o.yes_no is None and any(map(o.lang.right.fullmatch, o.folded))
    subjects = [m for m in o.lang.subject.find(t.low) if judges or not of_one(m[0])]
    within = {m.end() for m in subjects}  # "the student's answer", whose last word is a cue
    cues = [m.end() for m in o.lang.cues(t.low) if m.end() not in within and t.text[m.end() :].strip(" :*.")]
    for m in last(subjects):
        first = sentence_start(t.text, m.start(), _REACH * 4)
        announced = next(
            (end for end in cues if end <= m.start() and not t.low[end : m.start()].strip(" :*")), None
        )
        if cues and announced is None:
            return  # a cue without an answer: "final answer: unclear"
        first = announced or first
        if o.lang.lead_in.fullmatch(t.low[first : m.start()].strip(" ,:'\"")) is None:
            continue
        link = o.lang.link.match(t.low, m.end())
        start = link.end() if link else m.end()
        called = _class(t, o, start)
        if called is None and (surely := o.lang.surely.match(t.low, start)):
            start = past_space(t.low, surely.end())
            called = _class(t, o, start)
        stop = _CLAUSE.search(t.text, start, start + o.longest + _AROUND)
        if stop is None:
            continue
        end = stop.start()
        after = past_space(t.low, stop.end())
        if called is None and stop[0] in _COMMAS and not o.lang.because.match(t.low, after):
            continue
        for tail in o.lang.tail.finditer(t.low, start, end):
            end = tail.start() if tail.end() == len(t.low[:end].rstrip()) else end
        row = called or (None if of_one(m[0]) else words.inflected(o, t, start, end))
        doubted = conditional(t, o, m.start()) or hearsay(t, o, m.start()) or asked(t, o, start, end)
        if row is not None and not (doubted or hedged(t, o, m.start(), end)):
            yield row


def _class(t: Text, o: Offered, start: int) -> Refs | None:
    """An option's words at the place, with a reason behind them or the end of the clause: "offensive because it insults"."""
    ref = words.at(o, t.low, start)
    if ref is None:
        return None
    after = past_space(t.low, ref.end)
    if not (END.match(t.text, ref.end) or o.lang.because.match(t.low, after)):
        return None
    return Refs((ref.value,), ref.start, ref.end)


def _rounds_off(t: Text, o: Offered, pos: int) -> bool:
    """The praise ends its clause, or goes on with "option", "because", "of these": not "B is the closest to the door"."""
    for _ in range(2):
        if END.match(t.text, pos):
            return True
        at = pos + (t.low[pos : pos + 1] in (" ", "的"))
        if (
            o.lang.because.match(t.low, at)
            or o.lang.scope.match(t.low, at)
            or rows.past_tail(o, t, pos) > pos
        ):
            return True
        noun = o.lang.called.match(t.low, at)
        if noun is None:
            return at > pos and t.low[pos] == "的"
        pos = noun.end()
    return False


def _with_others(t: Text, o: Offered, end: int, row: Refs) -> Refs:
    """The row, as a contradiction where its sentence goes on to another option."""
    stop = sentence_end(t.text, end)
    reason = o.lang.because.match(t.low, past_space(t.low, end))
    stop = end if reason and o.of_two else stop
    others = (r for r in letters.anywhere(o, t, end, stop) if r.value not in row.values)
    if any(not negated(t, r.start, r.end, o.lang) for r in others) or any(
        ruled_in(o, t, end, stop, besides=row.values)
    ):
        return Refs((*row.values, CLASH), row.start, row.end)
    return row


def _in_doubt(t: Text, o: Offered, start: int, end: int, row: Refs) -> bool:
    """A denial, a doubt, a question, another's opinion, or another option that the sentence goes on to."""
    if denied(t, start, o.lang) or doubtful(t, o, start, end) or hedged(t, o, start, end):
        return True
    if o.lang.things.search(t.low, max(0, start - _NAME_REACH), start):
        return True  # "person A"
    first = sentence_start(t.text, start, _REACH)
    *_, nearest = [first, *(m.end() for m in CLAUSE_END.finditer(t.text, first, start))]
    if o.lang.concede.search(t.low, nearest, start):
        return True
    subjects = _LETTER.findall(t.text, nearest, start)
    if any(o.of_letter(c) not in row.values for c in subjects):
        return True  # "A matches B"
    if o.lang.says.search(t.low, first, start) and not o.lang.me.search(t.low, first, start):
        return True
    if o.lang.plans.search(t.low, first, start):
        return True
    _, right = clause(t, start, end, o.lang, CLAUSE_END)
    return bool(o.lang.negation.search(t.low, end, right) or o.lang.unsure.search(t.low, end, right))
