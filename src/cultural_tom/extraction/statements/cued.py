"""Cue words with an answer after them: "final answer: B", "the answer is B", "I choose B"."""

import re

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.clauses import CLAUSE_END, QUESTION, sentence_end, supposed
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import all_of, only, ruled_in
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Refs
from cultural_tom.extraction.statements.statement import Statement

_FIRM = re.compile(r"[:=>→,-]|[a-zа-я\u0600-\u06ff\u0900-\u09ff\u3040-\u9fff]")
_AT_END = re.compile(r"\s*(?:\Z|\n|[.,;!?。！？、،؛।)\]}\"'」』(-])")
_BETWEEN = " :=>→,\n-"
_BEFORE_CUE = 24
_SHORTEST_WORDS = 4


def cued(t: Text, o: Offered) -> list[Statement]:
    """A final cue counts whatever stands before it; others not where they are negated, unsure or supposed."""
    out: list[Statement] = []
    end_of_last = -1
    for m in o.lang.cues(t.low):
        final = m["final"] is not None
        if m.start() < end_of_last or (not final and _in_doubt(t, o, m.start())):
            continue
        found = _payload(t, o, m)
        if found is not None and (final or not supposed(t, m.start(), found.end, o.lang)):
            rule: Rule = "final_cue" if final else "cue"
            out.append(Statement(found.values, m.start(), found.end, rule, final))
            end_of_last = found.end
    return out


def _in_doubt(t: Text, o: Offered, cue: int) -> bool:
    """Directly before the cue stands a negation or a word of doubt: "not the answer", "perhaps the answer"."""
    near = CLAUSE_END.split(t.low[max(0, cue - _BEFORE_CUE) : cue])[-1]
    return bool(o.lang.negation.search(near) or o.lang.unsure.search(near))


def _payload(t: Text, o: Offered, cue: re.Match[str]) -> Refs | None:
    """What the cue announces: the references after it; else, if a word such as "is" follows the cue, what its
    sentence names."""
    link = o.lang.link.match(t.low, cue.end())
    pos = link.end() if link else cue.end()
    firm = bool(cue["choose"] or (link and _FIRM.search(link[0])))
    # the link may have eaten what belongs to the answer (a bracket, "option", "no."), so try it whole first
    for at in dict.fromkeys((cue.end(), pos)):
        start = _past_between(t.text, at)
        row = rows.at(o, t, start, lines=o.many)
        if row is not None and (firm or ":" in t.text[at:start] or _is_complete(t, o, row.end)):
            return _committed(t, o, row)
    if not firm:
        return None
    stop = sentence_end(t.text, pos)
    return all_of(o, t, pos, stop) if o.many else only(o, t, pos, stop)


def _past_between(text: str, pos: int) -> int:
    while text[pos : pos + 1] and text[pos] in _BETWEEN:
        pos += 1
    return pos


def _is_complete(t: Text, o: Offered, end: int) -> bool:
    """After the references the clause ends, or goes on with words that only round it off."""
    space = t.low[end : end + 1] == " "
    return bool(_AT_END.match(t.text, end) or o.lang.tail.match(t.low, end + space))


def _committed(t: Text, o: Offered, row: Refs) -> Refs | None:
    """The references, unless their sentence makes them a question, a part of the answer or a contradiction."""
    if (o.many and _more(t, o, row.end)) or QUESTION.match(t.text, row.end):
        return None
    if not o.many and _taken_back(t, o, row):
        return Refs((*row.values, CLASH), row.start, row.end)
    return row


def _more(t: Text, o: Offered, end: int) -> bool:
    """The sentence goes on to name further options: the row is not the whole answer."""
    stop = sentence_end(t.text, end)
    return any(ruled_in(o, t, end, stop)) or o.lang.exception.search(t.low, end, stop) is not None


def _taken_back(t: Text, o: Offered, row: Refs) -> bool:
    """The answer is an option's words, and its sentence goes on to another option ("the drawer is where it
    is, but he looks in the box"): which of the two is meant is not guessed. A reason may name others."""
    if row.end - row.start < _SHORTEST_WORDS:
        return False
    stop = sentence_end(t.text, row.end)
    because = o.lang.because.search(t.low, row.end, stop)
    reason = because.start() if because else stop
    but = o.lang.revise.search(t.low, reason, stop)
    return any(
        r.start < reason or (but is not None and r.start > but.start())
        for r in ruled_in(o, t, row.end, stop, besides=row.values)
    )
