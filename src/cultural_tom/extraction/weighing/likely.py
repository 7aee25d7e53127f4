"""The option that a reply which no rule reads most likely commits to: no reading but a decision, as a person's or a judge's is."""

from collections.abc import Sequence
from typing import NamedTuple

from cultural_tom.extraction.clauses import declines, denied
from cultural_tom.extraction.read import own_words
from cultural_tom.extraction.weighing.signs import signs
from cultural_tom.extraction.weighing.trees import trees

LEAST = 0.96
"""How probable an option must be for a decision (docs/extraction-measured.md has how many such decisions are right)."""

_LONG = 800


class Likely(NamedTuple):
    """The index of an option as it was shown, and how probable it is by its signs, from `LEAST` to 1."""

    option: int
    probability: float


def likeliest(response: str, *, options: Sequence[str], language: str) -> Likely | None:
    """The option that is at least `LEAST` probable to be what the response to a question that asks for one commits to. None where
    there is none, where the last mention of it is denied, where the text declines, and where a long text breaks off.

    >>> said = "This post contains no call to action. The user only shares what helped him."
    >>> likeliest(said, options=["a call to action", "no call to action", "both"], language="en").option
    1
    >>> likeliest("It may be a call to action, or not.", options=["a call to action", "none"], language="en")
    """
    read = own_words(response, options=options, language=language)
    if read is None:
        return None
    text, o = read
    if (len(text.text) > _LONG and text.text[-1].isalnum()) or declines(text, o):
        return None
    by_option = signs(text, o)
    if not by_option:
        return None
    probable = {i: trees().probability(numbers) for i, (numbers, _) in by_option.items()}
    best = max(probable, key=lambda i: (probable[i], -i))
    if probable[best] < LEAST or denied(text, by_option[best][1], o.lang):
        return None
    return Likely(best, probable[best])
