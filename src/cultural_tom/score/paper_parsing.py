"""How the papers' own evaluations read a raw response, defects included: `--protocol paper`.

Re-stated from the rules of the published scripts and tables; docs/protocols.md lists each rule beside the
strict one. Where a paper documents no rule (Multi-ToM, XToMi, XNegotiationToM, CulturalToM-VQA), the strict
extraction is used. Options are always those that were shown, in the order that was shown.
"""

import re
import string
from collections.abc import Sequence
from string import ascii_uppercase as LETTERS

from cultural_tom.score.answers import Indices, Rules, extracted
from cultural_tom.subsets import CONFIGS

RULES = {"tombench": Rules(first_on_tie=True), "xfantom": Rules(any_named=True)}
NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
BOXED = re.compile(r"\\boxed\{([^{}]*)\}")
AFTER_ANSWER = re.compile(r"answer.*?:(.*)", re.IGNORECASE | re.DOTALL)


def rules(config: str) -> Rules:
    """How the paper of this config votes and judges."""
    return RULES.get(CONFIGS[config].subset, Rules())


def read(
    response: str, answer_format: str, options: Sequence[str], slots: Sequence[str], config: str
) -> Indices | None:
    """The answer in a raw response as the config's paper reads it: option indices as shown, or None."""
    subset = CONFIGS[config].subset
    if subset == "tombench":
        return tombench(response, len(options))
    if subset == "xfantom":
        return xfantom(response, len(options))
    if subset == "tactfultom":
        return tactfultom(response, answer_format, options)
    return extracted(response, answer_format, options, slots, config)


def tombench(response: str, n: int) -> Indices | None:
    """ToMBench's get_results: `[[A]]` before `[[B]]` and so on, wherever they stand; else `[A]` likewise; else
    the last capital A-D anywhere; else A. None is a letter that no option has.

    >>> tombench("[[D]], not [[A]]", 4), tombench("Answer: b", 4), tombench("C", 2)
    ((0,), (0,), None)
    """
    for mark in ("[[{}]]", "[{}]"):
        for i, letter in enumerate("ABCD"):
            if mark.format(letter) in response:
                return (i,) if i < n else None
    last = next((c for c in reversed(response) if c in "ABCD"), "A")
    index = LETTERS.index(last)
    return (index,) if index < n else None


def xfantom(response: str, n: int) -> Indices | None:
    """FANToM's choice rule, for (a), (b), ... as shown: every option that the rule would accept. More than one
    can be named; `Rules.any_named` then counts the answer as right, as FANToM does.

    >>> xfantom("(b) because (a) is wrong", 2), xfantom("a", 2), xfantom("The answer is a", 2)
    ((0, 1), (0,), None)
    """
    low = response.lower()
    named = tuple(
        i
        for i, x in enumerate(LETTERS[:n].lower())
        if low == x or f"({x})" in low or low.startswith((f"{x})", f"{x}.", f"{x}:", f"{x},"))
    )
    return named or None


def tactfultom(response: str, answer_format: str, options: Sequence[str]) -> Indices | None:
    """TactfulToM's evaluate_non_freeform: what stands after the last </think> and inside a first \\boxed{}, read by
    the rule of the format."""
    text = response.rpartition("</think>")[2]
    boxed = BOXED.search(text)
    text = boxed[1] if boxed else text
    if answer_format == "names":
        return names(text, options)
    return (
        yes_no(text, options) if {o.lower() for o in options} == {"yes", "no"} else digit(text, len(options))
    )


def yes_no(text: str, options: Sequence[str]) -> Indices | None:
    """yes if the word occurs (punctuation removed), else no if that occurs, else nothing.

    >>> yes_no("No, yes.", ["yes", "no"]), yes_no("Not true", ["yes", "no"])
    ((0,), None)
    """
    words = text.translate(NO_PUNCTUATION).lower().split()
    word = next((w for w in ("yes", "no") if w in words), None)
    return None if word is None else ([o.lower() for o in options].index(word),)


def digit(text: str, n: int) -> Indices | None:
    """A leading "option" is cut, else what follows "answer ...:" is taken; then the first character must be the
    number of an option as shown (from 1), so `10` is option 1, `(2)` is nothing, and 0 is the last option.

    >>> digit("Option 2", 4), digit("The answer is: **3**", 4), digit("(2)", 4), digit("10", 4), digit("0", 4)
    ((1,), (2,), None, (0,), (3,))
    """
    text = text.strip()
    if text.lower().startswith("option"):
        text = text[len("option") :]
    elif found := AFTER_ANSWER.search(text):
        text = found[1]
    first = text.strip().strip(" #*:")[:1]
    if not first.isdecimal() or int(first) > n:
        return None
    return ((int(first) - 1) % n,)


def names(text: str, options: Sequence[str]) -> Indices | None:
    """The parts between commas must all be speakers, letter by letter; order and repeats do not matter.

    >>> names("Cy, Ann", ["Ann", "Bo", "Cy"]), names("Ann and Cy", ["Ann", "Bo", "Cy"])
    ((0, 2), None)
    """
    parts = {part.strip() for part in text.split(",")}
    return tuple(i for i, o in enumerate(options) if o in parts) if parts <= set(options) else None
