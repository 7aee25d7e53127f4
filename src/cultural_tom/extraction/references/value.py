"""What a reference may name: an option, or one of three things that are none."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Named:
    """The option with this index."""

    index: int


class Special(Enum):
    """What is said where no option is."""

    OUT = "something that was not offered"
    CLASH = "two things that contradict each other"
    NOTHING = "none of them"


OUT, CLASH, NOTHING = Special.OUT, Special.CLASH, Special.NOTHING

Value = Named | Special


class Ref(NamedTuple):
    """A reference and where it stands: characters [start, end)."""

    value: Value
    start: int
    end: int


class Refs(NamedTuple):
    """A row of references, `values` in the order of the text; [start, end) from the first to the last."""

    values: tuple[Value, ...]
    start: int
    end: int


def all_named(values: tuple[Value, ...]) -> bool:
    """Every one of them is an option."""
    return all(isinstance(v, Named) for v in values)
