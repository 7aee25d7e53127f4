"""What level words and values say together: one option per slot, in any order and in either direction."""

import re
from collections.abc import Mapping, Sequence

from cultural_tom.extraction.answer import Answer, Reason, unparsed
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, OUT, Named, Value
from cultural_tom.extraction.slots.stretches import stretches
from cultural_tom.extraction.slots.tokens import Level, Token, tokens

_MOST_TOKENS = 400
"""More level words and values than this are an essay, not an answer."""

_MOST_ELSE = 60
"""Values without level words stand for the slots in order only where hardly anything else is said."""

_PAIRS = re.compile("(?:LV)+|(?:VL)+")


def read(t: Text, o: Offered, slots: Sequence[str]) -> Answer:
    """One option per slot: the first of the stretches whose answer is complete or contradicts itself."""
    best = unparsed("no_answer")
    for stretch in stretches(t, o):
        found = sequence(tokens(stretch.text, o, slots), len(stretch.text.text), len(slots))
        if not isinstance(found, str):
            return Answer(found, "", stretch.rule, (stretch.start, stretch.end))
        if found in ("ambiguous", "not_an_option"):
            return unparsed(found, stretch.rule, (stretch.start, stretch.end))
        if found == "incomplete":
            best = unparsed(found, stretch.rule, (stretch.start, stretch.end))
    if best.reason == "no_answer" and t.cut:
        return unparsed("too_long")
    return best


def sequence(found: list[Token], length: int, n: int) -> tuple[int, ...] | Reason:
    """The index of the option of each of `n` slots in a text of this length, or why there is none."""
    if len(found) > _MOST_TOKENS:
        return "no_answer"
    levels, values = _levels(found), _values(found)
    if not values:
        return "no_answer"
    if not levels:
        return _in_order(found, values, length, n)
    kinds = _kinds(found)
    if kinds in ("L" * n + "V" * n, "V" * n + "L" * n) and len(set(levels)) == n:
        return _indices(dict(zip(levels, values, strict=True)), n)
    if _PAIRS.fullmatch(kinds):
        return _paired(levels, values, n)
    return "incomplete" if len(set(levels)) < n else "no_answer"


def _levels(found: list[Token]) -> list[int]:
    return [f.means.slot for f in found if isinstance(f.means, Level)]


def _values(found: list[Token]) -> list[Value]:
    return [f.means for f in found if not isinstance(f.means, Level)]


def _kinds(found: list[Token]) -> str:
    """One letter per token: L for a level word, V for a value."""
    return "".join("L" if isinstance(f.means, Level) else "V" for f in found)


def _in_order(found: list[Token], values: list[Value], length: int, n: int) -> tuple[int, ...] | Reason:
    """Values without level words."""
    said_else = length - sum(f.end - f.start for f in found)
    if len(values) == n and said_else <= _MOST_ELSE:
        return _indices(dict(enumerate(values)), n)
    return "incomplete" if len(values) < n else "no_answer"


def _paired(levels: list[int], values: list[Value], n: int) -> tuple[int, ...] | Reason:
    """Each level word with one value, always in the same order of the two."""
    said: dict[int, set[Value]] = {}
    for slot, value in zip(levels, values, strict=True):
        said.setdefault(slot, set()).add(value)
    if any(len(v) > 1 for v in said.values()):
        return "ambiguous"
    return _indices({slot: v.pop() for slot, v in said.items()}, n)


def _indices(chosen: Mapping[int, Value], n: int) -> tuple[int, ...] | Reason:
    """The options in the order of the slots; CLASH are words that two options share."""
    if OUT in chosen.values():
        return "not_an_option"
    if len(chosen) != n:
        return "incomplete"
    if CLASH in chosen.values():
        return "ambiguous"
    return tuple(v.index for _, v in sorted(chosen.items()) if isinstance(v, Named))
