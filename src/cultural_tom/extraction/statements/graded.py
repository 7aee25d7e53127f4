"""A last line with an option's number and its words behind the name of a grade: "Final score: 3 (Disagree a little)"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.statements.statement import Statement

_LINE = re.compile(
    r"(?P<heading>[^\n:]{1,30}): ?(?P<number>\d{1,2})(?: ?[(\[\"'-]{1,2}| ?[:=.,、] ?[\"']?)(?P<words>[^\n\"')\]]{1,200})[\"')\].。 ]{0,6}"
)


def graded(t: Text, o: Offered) -> Statement | None:
    """Such an option; none where the number is that of another one."""
    if o.numeric or o.amounts is not None:
        return None
    m = _LINE.fullmatch(t.text, t.text.rfind("\n") + 1)
    if m is None or o.lang.score.fullmatch(t.low, m.start(), m.end("heading")) is None:
        return None
    ref = words.at(o, t.low, m.start("words"))
    if (
        ref is None
        or ref.value != o.value(int(m["number"]) - 1)
        or t.text[ref.end : m.end("words")].strip(" .。")
    ):
        return None
    return Statement((ref.value,), m.start("number"), ref.end, "alone")
