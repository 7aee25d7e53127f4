"""Where a statement stands: at the end of the text, at the beginning of its line or sentence, over another one."""

from cultural_tom.extraction.clauses import sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import OUT
from cultural_tom.extraction.statements.statement import Statement

AROUND = " .。!！,，、:：()[]【】「」\"'|#✅✔✓"
"""What may stand around a statement that is a line or sentence of its own."""
_SENTENCE = 200


def overlap(a: Statement, b: Statement) -> bool:
    return b.start < a.end and a.start < b.end


def is_row(s: Statement) -> bool:
    """The statement names several different options, or several that were not offered: "this leaves G, H and L"."""
    return len(set(s.values)) > 1 or (len(s.values) > 1 and set(s.values) == {OUT})


def closes(t: Text, o: Offered, s: Statement) -> bool:
    """The statement ends the text, and its line or sentence holds nothing else but a word such as "so"."""
    if t.text[rows.past_tail(o, t, s.end) :].strip(AROUND):
        return False
    first = sentence_start(t.text, s.start, _SENTENCE)
    before = t.low[first : s.start].strip(AROUND)
    return o.lang.so.match(before) is not None or o.lang.lead_in.fullmatch(before) is not None


def begins_line(t: Text, o: Offered, s: Statement) -> bool:
    """Nothing but a word such as "so" stands before the statement on its line."""
    before = t.low[t.text.rfind("\n", 0, s.start) + 1 : s.start].strip(AROUND)
    return s.start > len(before) and o.lang.lead_in.fullmatch(before) is not None


def opens_sentence(t: Text, o: Offered, s: Statement) -> bool:
    """The statement stands at the beginning of a sentence, or only "so" or "the" before it."""
    before = t.low[sentence_start(t.text, s.start, _SENTENCE) : s.start].strip(AROUND)
    return o.lang.lead_in.fullmatch(before) is not None
