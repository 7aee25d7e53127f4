"""What a text says at one place."""

from typing import NamedTuple

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.references.value import Value


class Statement(NamedTuple):
    """The `values` that a rule found in the characters [start, end). `final`: marked as final or written in the
    asked-for marks, so that it outranks what is merely stated before it."""

    values: tuple[Value, ...]
    start: int
    end: int
    rule: Rule
    final: bool = False
