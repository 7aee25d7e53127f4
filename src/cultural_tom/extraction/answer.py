"""What extraction returns."""

from dataclasses import dataclass, field
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

Rule = Literal[
    "", "short", "marked", "final_cue", "cue", "declared", "verdicts", "alone", "bold", "beginning", "conclusion", "mention",
    "slots_json", "slots_final_cue", "slots_cue", "slots_text", "slots_last_lines", "slots_first_line",
]  # fmt: skip

RULES: tuple[str, ...] = tuple(r for r in get_args(Rule) if r)
"""What an answer was read by.
short: the whole response is a letter, or a cue and a letter;
marked: `\\boxed{}`, `[[ ]]`, tags, a call, a field of an object; final_cue: "final answer: B"; cue: "the answer is B", "I choose B";
declared: "B is correct"; verdicts: options with ticks and crosses; alone: a line or last sentence, or all lines, that hold nothing but an answer;
bold: the one answer in bold; beginning: "B, because …"; conclusion: "so it is B", and an option behind a heading or told in full, praised, ranked, in square brackets, avowed, or the class that sentences end with;
mention: the only option named;
slots_…: level words and values in a JSON object, after the last cue, in the whole text, in its last one or three
lines, in its first line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`indices` into the options (one for `choice`, one per slot for `slots`, a sorted set for `choices`
    and `names`, empty if the response says "none"), or None with the `reason` why it is unparsed.

    `rule` is one of `RULES` and `span` the stretch that it read: characters [start, end) of the cleaned text,
    which `read.evidence` quotes. An unparsed answer has them where a rule decided so: for `ambiguous` the span
    covers both statements. Neither counts when answers are compared."""

    indices: tuple[int, ...] | None
    reason: Reason = ""
    rule: Rule = field(default="", compare=False, repr=False)
    span: tuple[int, int] | None = field(default=None, compare=False, repr=False)

    @property
    def parsed(self) -> bool:
        return self.indices is not None


def unparsed(reason: Reason, rule: Rule = "", span: tuple[int, int] | None = None) -> Answer:
    return Answer(None, reason, rule, span)
