"""A last line with an option's number and its words behind a heading of whatever name: "Final score: 3 (Disagree a little)"."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named
from cultural_tom.extraction.statements.names import OF_SOMETHING_ELSE, OTHER_NAME
from cultural_tom.extraction.statements.statement import Statement

_LINE = re.compile(
    r"(?:\A|\n)(?P<heading>[^\n:]{1,30}): ?(?P<number>\d{1,2})(?: ?[(\[\"'-]{1,2}| ?[:=.,、] ?[\"']?)(?P<words>[^\n\"')\]]+)[\"')\].。 ]*\Z"
)
_GRADES = re.compile(r"score|grade", re.IGNORECASE)


def graded(t: Text, o: Offered) -> Statement | None:
    """Such an option; none where the number is that of another one."""
    if o.many or o.numeric or o.amounts is not None or not t.text[-1:] or ":" not in t.text:
        return None
    m = _LINE.search(t.text, t.text.rfind("\n") if "\n" in t.text else 0)
    if m is None:
        return None
    heading = _GRADES.sub("", m["heading"])
    ref = words.at(o, t.low, m.start("words"))
    if (
        ref is None
        or ref.value != o.value(int(m["number"]) - 1)
        or not isinstance(ref.value, Named)
        or t.text[ref.end : m.end("words")].strip(" .。")
        or OTHER_NAME.search(heading)
        or OF_SOMETHING_ELSE.search(heading)
    ):
        return None
    return Statement((ref.value,), m.start("number"), ref.end, "alone")
