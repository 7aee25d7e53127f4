"""A text that puts the question once more and answers it in capitals: "… Is this passage false? NO. …"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import place
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.unstated.lone import doubted

_ASKED = "?؟"
_CAPITALS = re.compile(r"[A-Z]{2,}")
_ANSWERED = re.compile(r"[?؟]\s{0,3}[\"'(]?(?=[A-Z]{2,5}\b)")


def answering(t: Text, o: Offered) -> Refs | None:
    """Yes or no behind the only question of the text, in capitals as it was offered, where the other one stands nowhere in capitals: what
    a text asks itself on the way it answers in small letters."""
    if o.many or o.yes_no is None or not all(o.raw[i].isupper() for i in o.yes_no):
        return None
    asked = _ANSWERED.search(t.text)
    if asked is None or sum(map(t.text.count, _ASKED)) > 1:
        return None
    ref = place.at(o, t, asked.end())
    if ref is None or not isinstance(ref.value, Named) or not END.match(t.text, ref.end):
        return None
    written = {o.raw[i] for i in o.yes_no}.intersection(_CAPITALS.findall(t.text))
    row = Refs((ref.value,), ref.start, ref.end)
    return None if len(written) > 1 or doubted(t, o, row) else row
