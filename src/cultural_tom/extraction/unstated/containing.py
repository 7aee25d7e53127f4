"""A text that opens with what the thing in question contains: "This post contains a collective call to action. The user …"."""

import re

from cultural_tom.extraction.clauses import negated, sentence_end
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.place import past_determiner
from cultural_tom.extraction.references.resembling import resembling
from cultural_tom.extraction.references.value import Named, Refs, all_named
from cultural_tom.extraction.unstated.lone import LABEL_REACH

_LONGEST_SUBJECT = 60
_DENIED = re.compile(r"(?:\b(?:does|do|did) not|doesn't|don't|\bне) ?\Z")
_NO = re.compile(r"(?:no|нет) ")
_ANY = re.compile(r"(?:any|an?) ")


def containing(t: Text, o: Offered) -> Refs | None:
    """The option that such a first sentence ends with, in its words; where the sentence denies it, the option that is "no" and these words.
    None where a later sentence names another or takes something back."""
    stop = sentence_end(t.text, 0)
    verb = None if o.many or o.yes_no else o.lang.contains.search(t.low, 0, min(stop, _LONGEST_SUBJECT))
    if verb is None or t.text[stop : stop + 1] == "?":
        return None
    denied = _DENIED.search(t.low, 0, verb.start())
    begins = t.low.find(",", 0, verb.start()) + 1
    subject = t.low[begins : denied.start() if denied else verb.start()].strip()
    if o.lang.subject.pattern.fullmatch(subject) is None:
        return None  # "the box contains …"
    pos = past_space(t.low, verb.end())
    row = _none_of_it(t, o, pos) if denied else _contained(t, o, pos, stop)
    if row is None or o.lang.retract.may(t.low[stop:]) or o.lang.condition.search(t.low, 0, begins):
        return None
    if o.lang.alternative.search(t.low, row.end, stop) or o.lang.revise.search(t.low, row.end, stop):
        return None
    later = words.anywhere(o, t.low, stop, len(t.low))
    others = (r for r in later if r.value not in row.values and not negated(t, r.start, r.end, o.lang))
    return None if any(others) else row


def _contained(t: Text, o: Offered, pos: int, stop: int) -> Refs | None:
    ref = words.at(o, t.low, pos) or words.at(o, t.low, past_determiner(o, t, pos))
    if ref is not None and isinstance(ref.value, Named) and ref.end - ref.start > LABEL_REACH:
        named = words.anywhere(o, t.low, ref.end, stop)
        return None if named or not END.match(t.text, ref.end) else Refs((ref.value,), 0, ref.end)
    if o.lang.negation.search(t.low, pos, stop):
        return None
    alike = resembling(o, part(t.text[pos:stop]))
    return Refs(alike.values, 0, stop) if alike and all_named(alike.values) else None


def _none_of_it(t: Text, o: Offered, pos: int) -> Refs | None:
    """Of "does not contain a call to action" an option that is "no call to action"."""
    article = _ANY.match(t.low, pos)
    at = article.end() if article else pos
    for i, said in enumerate(o.folded):
        no = _NO.match(said)
        if no and t.low.startswith(said[no.end() :], at) and END.match(t.text, at + len(said) - no.end()):
            return Refs((o.value(i),), 0, at + len(said) - no.end())
    return None
