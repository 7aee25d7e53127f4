"""Brackets, quotes and points around a reference."""

import re

_OPEN = re.compile(r"[\s\"'(\[{<「『【《〈#・·-]{0,8}")
_CLOSE = re.compile(r"[)\]}>\"'」』】》〉]{0,6}[.:]?[)\]}>\"'」』】》〉]{0,4}")
_BETWEEN = " :=>→,、،\n-】]"
_LABEL = re.compile(r"[ .):\]\-\"'(「『=<]{0,6}")

_ENUMERATED, _ENUMERATED_REACH = re.compile(r"\d ?[,、] ?\Z"), 4

END = re.compile(r"\s*(?:\Z|\n|[.,;:!?。！？、؟،؛।)\]}\"'」』([–-])")
"""The end of a reference that must not go on: nothing, a line break, punctuation."""


def past_open(text: str, pos: int) -> int:
    """The position after what may open a reference."""
    return _past(_OPEN, text, pos)


def past_close(text: str, pos: int) -> int:
    """The position after what may close a reference."""
    return _past(_CLOSE, text, pos)


def past_between(text: str, pos: int) -> int:
    """The position after what may stand between a cue and its answer."""
    while text[pos : pos + 1] and text[pos] in _BETWEEN:
        pos += 1
    return pos


def past_label(text: str, pos: int) -> int:
    """The position after what may stand between a letter and the words of its option."""
    return _past(_LABEL, text, pos)


def _past(pattern: re.Pattern[str], text: str, pos: int) -> int:
    if text[pos : pos + 1].isalnum():
        return pos  # nothing to pass, as at most places
    m = pattern.match(text, pos)
    return m.end() if m else pos


def past_space(low: str, pos: int) -> int:
    """The position after one space, if there is one."""
    return pos + (low[pos : pos + 1] == " ")


def goes_on_numbers(text: str, pos: int, first: int = 0) -> bool:
    """A number and a comma stand directly before the position, not before `first`: "1, 4, 16"."""
    return _ENUMERATED.search(text, max(first, pos - _ENUMERATED_REACH), pos) is not None
