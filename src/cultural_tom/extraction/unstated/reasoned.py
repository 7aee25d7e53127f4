"""The one option that the main clause of a short text names, where others stand in its reason alone: "She will look in the basket
because she doesn't know that the ball is in the box." """

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import names_another
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.doubt import conditional

Span = tuple[int, int]
_MOST_SENTENCES = 2
_ASKS = ("?", "؟")
_COMMAS = (",", "、", "،")
_AROUND = " \"'.。।!"


def reasoned(t: Text, o: Offered, spans: list[Span]) -> Refs | None:
    """Such an option; none where the main clause denies, doubts or asks, or where the text goes on to another one."""
    if o.many or not 0 < len(spans) <= _MOST_SENTENCES or t.text.rstrip(_AROUND).endswith(_ASKS):
        return None
    (start, stop), *further = spans
    main = _main_clause(t, o, start, stop)
    if main is None and further and o.lang.reason.search(t.low, *further[0]):
        main, further = (start, stop), []  # the next sentence is the reason: 〜からです
    if main is None:
        return None
    found = words.anywhere(o, t.low, *main)
    if len({r.value for r in found}) != 1 or any(True for _ in letters.anywhere(o, t, *main)):
        return None
    ref = found[0]
    against = (
        o.lang.negation, o.lang.unsure, o.lang.condition, o.lang.whether, o.lang.says, o.lang.plans, o.lang.alternative
    )  # fmt: skip
    around = ((main[0], ref.start), (ref.end, main[1]))
    if any(p.search(t.low, *span) for p in against for span in around):
        return None
    if (
        o.lang.revise.search(t.low, start)
        or conditional(t, o, main[1])
        or o.lang.others.match(t.low, main[0])
    ):
        return None
    if any(names_another(o, (ref.value,), t.text[slice(*span)]) for span in further):
        return None
    return Refs((ref.value,), ref.start, ref.end) if isinstance(ref.value, Named) else None


def _main_clause(t: Text, o: Offered, start: int, stop: int) -> Span | None:
    """What stands before the reason of the sentence, or behind the comma that ends it."""
    first = start + len(t.text[start:stop]) - len(t.text[start:stop].lstrip(" \"'"))
    reason = o.lang.reason.search(t.low, first, stop)
    if reason is None:
        return None
    comma = max(t.text.rfind(c, reason.end(), stop) for c in _COMMAS)
    if reason.start() == first:
        return (comma + 1, stop) if comma >= 0 else None
    if t.text[reason.end() : reason.end() + 1] in _COMMAS:  # 〜ので、
        return reason.end() + 1, stop
    return first, reason.start()
