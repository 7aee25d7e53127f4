"""What extraction returns."""

from dataclasses import dataclass
from typing import Literal, get_args

Reason = Literal["", "no_answer", "ambiguous", "unclosed_thinking", "not_an_option", "incomplete", "too_long"]

REASONS: tuple[str, ...] = tuple(r for r in get_args(Reason) if r)
"""Why a response is unparsed:
no_answer: nothing in it commits to an option;
ambiguous: it commits to two answers that contradict each other;
unclosed_thinking: the thinking never ended;
not_an_option: it commits to something that was not offered;
incomplete: some slots have a value, but not all;
too_long: nothing was found in the part that is read, and there is more."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`indices` into the options (one for `choice`, one per slot for `slots`, a sorted set for `choices`
    and `names`, empty if the response says "none"), or None with the `reason` why it is unparsed."""

    indices: tuple[int, ...] | None
    reason: Reason = ""

    @property
    def parsed(self) -> bool:
        return self.indices is not None


def unparsed(reason: Reason) -> Answer:
    return Answer(None, reason)
