"""The answer of a `choice`, and the set of a `choices` or `names` row."""

from cultural_tom.extract.answer import Answer, unparsed
from cultural_tom.extract.clean import Text
from cultural_tom.extract.options import CLASH, NOTHING, OUT, Options, Refs
from cultural_tom.extract.statements import (
    FINAL,
    QUESTION,
    SENTENCE_END,
    Statement,
    all_mentions,
    alone,
    marked,
    negated,
    only_mention,
    part,
    sentence_end,
    sentences,
    stated,
)

LOOSE_SENTENCES = 2
"""A text without any statement is read by its only mention of an option up to this length; in longer ones
the mention may be a step of the reasoning."""


def read(t: Text, o: Options) -> Answer:
    """The answer that the text commits to (see the package docstring for the order of the rules)."""
    said = _said(t, o)
    if said:
        return _decide(said, t, o)
    found = _bold(t, o) or _loose(t, o)
    if found is not None:
        return _answer(found, o)
    if t.cut:
        return unparsed("too_long")
    return unparsed("no_answer")


def _said(t: Text, o: Options) -> list[Statement]:
    """Explicit statements in the order of the text, stated ones only after the last final one."""
    final = marked(t, o)
    other = [
        s
        for s in [*stated(t, o), *alone(t, o)]
        if not any(f.start < s.end and s.start < f.end for f in final)
    ]
    said = sorted([*final, *other], key=lambda s: (s.start, s.end))
    last_final = max((i for i, s in enumerate(said) if s.strength == FINAL), default=-1)
    if last_final < 0:
        return said
    return [s for i, s in enumerate(said) if s.strength == FINAL or i > last_final]


def _decide(said: list[Statement], t: Text, o: Options) -> Answer:
    """The last statement, unless an earlier one contradicts it and nothing between them takes it back."""
    last = said[-1]
    for s in said[:-1]:
        if set(s.values) == set(last.values):
            continue
        if not o.many and len(set(s.values)) > 1 and len(set(last.values)) == 1:
            continue  # "answer with A, B, C or D": the options repeated, not an answer
        if o.lang.revise.search(t.low, s.end, last.start) is None:
            return unparsed("ambiguous")
    return _answer(last.values, o)


def _answer(values: tuple[int, ...], o: Options) -> Answer:
    distinct = sorted(set(values))
    if OUT in distinct:
        return unparsed("not_an_option" if o.many or len(distinct) == 1 else "ambiguous")
    if CLASH in distinct:
        return unparsed("ambiguous")
    if NOTHING in distinct:
        if len(distinct) > 1:
            return unparsed("ambiguous")
        return Answer(()) if o.many else unparsed("not_an_option")
    if o.many:
        return Answer(tuple(distinct))
    return Answer((distinct[0],)) if len(distinct) == 1 else unparsed("ambiguous")


def _bold(t: Text, o: Options) -> tuple[int, ...] | None:
    """The one answer that stands in bold."""
    rows = [row for b in t.bold if (row := o.whole(part(b)))]
    values = {tuple(sorted(set(row.values))) for row in rows}
    return values.pop() if len(values) == 1 and all(v >= 0 for row in rows for v in row.values) else None


def _loose(t: Text, o: Options) -> tuple[int, ...] | None:
    """Without an explicit statement: how the text begins, its concluding sentence, its only mention."""
    spans = sentences(t, o)
    if not spans:
        return None
    head = _head(t, o)
    last = _conclusion(t, o, spans)
    if head is not None and last is not None and set(head) != set(last):
        return (CLASH,)
    if head is not None or last is not None:
        return head if last is None else last
    if o.many:
        row = all_mentions(t, o, *spans[0]) if len(spans) == 1 else None
        return row.values if row else None
    if len(spans) > LOOSE_SENTENCES:
        return None
    if o.lang.condition.search(t.low):
        return None
    row = only_mention(t, o, 0, len(t.text), SENTENCE_END)
    if (
        row is None
        or QUESTION.match(t.text, row.end)
        or o.lang.unsure.search(t.low, max(0, row.start - 40), row.start)
    ):
        return None
    return row.values


def _head(t: Text, o: Options) -> tuple[int, ...] | None:
    """The text begins with an answer and goes on to explain it: "B, because …", "Yes. She …"."""
    row = o.refs(t, 0)
    if row is None:
        return None
    rest = t.text[o.past_tail(t, row.end) :].lstrip(" )]}\"'")
    if o.many and negated(t, 0, row.end, o.lang):
        return None
    if _is_listing(t, o, row.values):
        return None
    if rest[:1] in (":", "-") and negated(t, row.start, row.end, o.lang, SENTENCE_END):
        return None
    if rest[:1] in tuple(".。!:-,،、;(।\n") or o.lang.because.match(t.low, len(t.text) - len(rest)):
        if o.many and _names_more(t, o, row):
            return None
        return row.values
    return None


def _is_listing(t: Text, o: Options, first: tuple[int, ...]) -> bool:
    """A later line begins with another option: the options are gone through one by one."""
    at = t.text.find("\n")
    for _ in range(12):
        if at == -1:
            return False
        row = o.refs(t, at + 1)
        if row is not None and set(row.values) != set(first):
            return True
        at = t.text.find("\n", at + 1)
    return False


def _names_more(t: Text, o: Options, row: Refs) -> bool:
    """This sentence or the next one names further options without ruling them out ("Anna. Ben too.")."""
    stop = sentence_end(t.text, sentence_end(t.text, row.end) + 1)
    later = [r for r in o.texts(t.low, row.end, stop) if r.value not in row.values]
    return any(not negated(t, r.start, r.end, o.lang) for r in later)


def _conclusion(t: Text, o: Options, spans: list[tuple[int, int]]) -> tuple[int, ...] | None:
    """The last sentence, where it draws a conclusion ("so", "therefore")."""
    start, end = spans[-1]
    for so in o.lang.so.finditer(t.low, start, end):
        at = so.end()
        while t.text[at : at + 1] in (",", " ", "、", "،", ":") and at < end:
            at += 1
        direct = o.refs(t, at)
        if direct is not None and direct.values[0] >= 0:
            after = o.past_tail(t, direct.end)
            if t.text[after : after + 1] in ("", ".", ",", "!", "。", "।", "、", "،"):
                return direct.values
        if so.start() <= start + 30:
            row = all_mentions(t, o, at, end) if o.many else only_mention(t, o, at, end)
            if row:
                return row.values
    return None
