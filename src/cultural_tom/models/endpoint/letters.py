"""Options by the probability of their letters as the first token of a reply."""

from math import isfinite
from string import ascii_uppercase as LETTERS
from typing import Any

from cultural_tom.models.decision import added

_AROUND = " \t\n▁Ġ([{*_\"'`：:.)]}"  # what a tokenizer or a habit puts beside a letter


class NoLogprobs(Exception):
    """The server left out the log-probabilities that were asked for."""


class NoLetter(Exception):
    """None of the options' letters is among the likeliest first tokens; the text names those."""


def scores(choice: dict[str, Any], options: int) -> tuple[float, ...]:
    """Log-probability (nats) of each option's letter. Tokens that hold the same letter (`A`, ` A`, `(A`) are added up;
    a letter that is not listed gets the lowest value of the list, which its own cannot exceed.

    Raises `NoLogprobs`, `NoLetter`."""
    listed = first_tokens(choice)
    found: dict[str, list[float]] = {}
    for token, value in listed:
        letter = token.strip(_AROUND)
        if len(letter) == 1 and letter in LETTERS[:options]:
            found.setdefault(letter, []).append(value)
    if not found:
        likeliest = [token for token, _ in sorted(listed, key=lambda x: -x[1])[:3]]
        raise NoLetter(f"no letter of an option is among the likeliest first tokens: {likeliest!r}")
    floor = min(value for _, value in listed)
    return tuple(added(found[x]) if x in found else floor for x in LETTERS[:options])


def first_tokens(choice: dict[str, Any]) -> list[tuple[str, float]]:
    """Token and log-probability of each listed candidate for the first place."""
    try:
        first = choice["logprobs"]["content"][0]
        listed = {str(t["token"]): float(t["logprob"]) for t in first["top_logprobs"]}
        listed.setdefault(str(first["token"]), float(first["logprob"]))
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        raise NoLogprobs from None
    good = [(token, min(value, 0.0)) for token, value in listed.items() if isfinite(value)]
    if len(good) < 2:
        raise NoLogprobs
    return good
