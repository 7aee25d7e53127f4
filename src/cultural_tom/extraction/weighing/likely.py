"""The option that a reply which no rule reads most likely commits to: no reading but a decision, as a person's or a judge's is."""

from collections.abc import Sequence
from typing import NamedTuple

from cultural_tom.extraction.clauses import (
    SENTENCE_REACH,
    declines,
    denied,
    negated,
    sentence_end,
    sentence_start,
)  # fmt: skip
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.read import own_words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.weighing.named import Mention
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
    there is none, where the text names it in doubt, denied or as one of several, where it declines, and where a long text breaks
    off.

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
    if probable[best] < LEAST or _left_open(text, o, by_option[best][1]):
        return None
    return Likely(best, probable[best])


def _left_open(t: Text, o: Offered, own: Sequence[Mention]) -> bool:
    """The last mention is denied, doubted, supposed, asked, told of others, called wrong or one of several in its sentence, or the first
    one is denied."""
    last, lang = own[-1], o.lang
    begin, end = sentence_start(t.text, last.start, SENTENCE_REACH), sentence_end(t.text, last.end)
    before = (lang.unsure, lang.condition, lang.would, lang.whether, lang.says, lang.others, lang.alternative)
    behind = (lang.wrong, lang.doubt_after, lang.alternative)
    return (
        any(p.search(t.low, begin, last.start) for p in before)
        or any(p.search(t.low, last.end, end) for p in behind)
        or negated(t, last.start, last.end, lang)
        or denied(t, own[0].start, lang)
        or t.text.startswith(("?", "؟", "？"), end)
    )
