"""What a text that goes through the options comes to in the end: the one that it also began with as wrong, as an answer to what is
not true ("选项C是错误的…综上所述，选项C是错误的"), or several of which one thing is said ("综上所述，A、C、D选项都…")."""

from collections.abc import Sequence

from cultural_tom.extraction.clauses import sentence_end, sentences
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import letters, rows
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs, Value, all_named
from cultural_tom.extraction.statements.declared import declared
from cultural_tom.extraction.statements.statement import Statement

_REACH = 14
_MOST = 60
_BETWEEN = " :,，、"


def singled(t: Text, o: Offered) -> Refs | None:
    """The option that the first sentence and a concluding one call wrong, where no other sentence begins so with another and all
    others are called right."""
    if o.many:
        return None
    found: list[tuple[Refs, bool]] = []
    for k, (start, _) in enumerate(sentences(o, t)):
        if k == _MOST:
            return None
        begin = past_space(t.low, start)
        concludes = o.lang.so.match(t.low, begin)
        lead = o.lang.lead_in.match(t.low, begin)
        row = _wrong(t, o, concludes.end() if concludes else lead.end() if lead else begin)
        if row is not None:
            found.append((row, concludes is not None))
        elif k == 0:
            return None
    if len(found) < 2 or not found[-1][1] or len({row.values for row, _ in found}) != 1:
        return None
    row = found[-1][0]
    others = {o.value(i) for i in range(o.n)} - set(row.values)
    return row if others <= _called_right(t, o) else None


def _called_right(t: Text, o: Offered) -> set[Value]:
    """The options that stand before words such as "is correct" and are no part of a denial."""
    return {v for s in declared(t, o) for v in s.values}


def concluded(t: Text, o: Offered) -> Refs | None:
    """Two or more options of which a concluding sentence of the last line says one thing, where several may be right."""
    if not o.many:
        return None
    found = None
    last_line = t.text.rfind("\n") + 1
    for start, _ in sentences(o, t, last_line):
        m = o.lang.so.match(t.low, past_space(t.low, start))
        if m is None:
            continue
        pos = m.end()
        while t.text[pos : pos + 1] and t.text[pos] in _BETWEEN:
            pos += 1
        row = rows.at(o, t, pos)
        if row is None:
            continue
        stop = sentence_end(t.text, row.end)
        if o.lang.negation.search(t.low, row.end, stop) or o.lang.wrong.search(t.low, row.end, stop):
            continue
        if (
            len(row.values) > 1
            and all_named(row.values)
            and o.lang.alike.match(t.low, past_space(t.low, row.end))
        ):
            found = row
    return found


def judged(t: Text, o: Offered, said: Sequence[Statement]) -> Refs | None:
    """The options that are called right, where several may be right and the others are called wrong, each at the beginning of a sentence."""
    right = {v for s in said for v in s.values if isinstance(v, Named)}
    if (
        not o.many
        or not 0 < len(right) < o.n
        or any(not isinstance(v, Named) for s in said for v in s.values)
    ):
        return None
    wrong: set[Value] = set()
    for k, (start, _) in enumerate(sentences(o, t)):
        if k == _MOST:
            return None
        lead = o.lang.lead_in.match(t.low, past_space(t.low, start))
        row = _wrong(t, o, lead.end() if lead else start)
        wrong |= set(row.values) if row else set()
    if wrong & right or len(wrong | right) < o.n:
        return None
    values = tuple(v for v in map(o.value, range(o.n)) if v in right)
    return Refs(values, said[0].start, said[-1].end)


def _wrong(t: Text, o: Offered, pos: int) -> Refs | None:
    """The option at the place with a word such as "wrong" directly behind it."""
    while t.text[pos : pos + 1] and t.text[pos] in _BETWEEN:
        pos += 1
    row = rows.at(o, t, pos)
    if row is None or len(row.values) != 1 or not isinstance(row.values[0], Named):
        return None
    stop = min(row.end + _REACH, sentence_end(t.text, row.end))
    word = o.lang.wrong.search(t.low, row.end, stop)
    if word is None or any(letters.anywhere(o, t, row.end, word.start())):
        return None
    return Refs(row.values, row.start, word.end())
