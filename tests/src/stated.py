"""Statements for tests, marked where they stand in a reply: "So {the answer is B}." """

import re

from cultural_tom.extraction.answer import Answer
from cultural_tom.extraction.clean import Text, clean
from cultural_tom.extraction.patterns import language
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Special, Value
from cultural_tom.extraction.statements.statement import Statement

PLACES = ("the blue bag", "the red box", "the green jar", "the brown desk")


def offered(options=PLACES, lang="en", many=False) -> Offered:
    return Offered(options, language(lang), many)


def value(name: str) -> Value:
    """ "A" is the first option; OUT, CLASH and NOTHING are none."""
    return Special[name] if len(name) > 1 else Named(ord(name) - ord("A"))


def stated(reply: str, *said: str) -> tuple[Text, list[Statement]]:
    """The reply without its braces, and what stands in them: by which rule, and which options, as "cue B" or "declared A C"."""
    bare = re.sub("[{}]", "", reply)
    t = clean(bare)
    assert t.text == bare, "it is read as it is written here"
    spans, end = [], 0
    for before, within in re.findall(r"([^{]*)\{([^}]*)\}", reply):
        start = end + len(before)
        end = start + len(within)
        spans.append((start, end))
    statements = []
    for (start, end), one in zip(spans, said, strict=True):
        rule, *names = one.split()
        statements.append(
            Statement(tuple(map(value, names)), start, end, rule, rule in ("final_cue", "marked"))
        )
    return t, statements


def left(rule, reply, indices=(0,), said="cue", **o):
    """The answer that the rule leaves of what stands in braces; where it leaves none, the words over which it is ambiguous."""
    t, (s,) = stated(reply, f"{said} A")
    answer = Answer(indices, "", said, (s.start, s.end))
    found = rule(answer, t, offered(**o))
    assert found.rule == answer.rule
    if found.indices is not None:
        assert found is answer
        return found.indices
    assert found.reason == "ambiguous"
    assert found.span[0] == answer.span[0]
    return t.text[slice(*found.span)]
