"""The option that a value means though it is worded otherwise: "not to trust them" of "not Trust", "the basket" of "He will look in the
basket", "irrelevant" of "not relevant to it". Only for what stands where an answer stands: in a mark, in a field, behind a cue."""

import re
from collections import Counter

from cultural_tom.extraction.clean import Text, fold
from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.references.content import content, negated
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Refs

_MOST_OTHER = 2
PART = 0.4
"""The share of an option that its words make where they may be a part of it."""
_LONGEST = 300
_ANY_ORDER = 2
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")  # words are not told apart there


def resembling(o: Offered, t: Text, *, share: float = 0.0, others: int = _MOST_OTHER) -> Refs | None:
    """The one option that the whole text can only mean: it says words of that option alone, in their order, and denies what that
    denies; or it says all of them first and behind them at most so many `others` that no option has. `share`: how much of the option
    must be said."""
    if len(t.text) > _LONGEST or not _may(o, t.low) or _UNSPACED.search(t.text):
        return None
    if any(p.search(t.low) for p in _doubts(o.lang)) or _denies_in_words(o.lang, t.low):
        return None
    options = o.telling_words
    known = frozenset().union(*(s.words for s in options))
    said = negated(content(o.lang, fold(t.text)), known)
    own = tuple(w for w in said.words if w in known)
    if all(len(w) == 1 or w.isdigit() for w in own):
        return None  # a letter or a number says nothing alone
    numbers = Counter(filter(str.isdigit, own))
    hits = [
        i
        for i, s in enumerate(options)
        if s.denies == said.denies
        and _within(own, s.words)
        and (not numbers or numbers == Counter(filter(str.isdigit, s.words)))
    ]
    whole = [i for i in hits if len(own) == len(options[i].words)]
    found = whole if whole else hits
    if len(found) != 1 or o.bare_yes_or_no(found[0]):
        return None
    left_out = Counter(options[found[0]].words) - Counter(own)
    if any(map(o.lang.telling.fullmatch, left_out)) or len(set(own)) < share * len(options[found[0]].words):
        return None
    rest = said.words[len(own) :]
    if said.words[: len(own)] != own or (
        rest and (left_out or len(rest) > others or any(_tells(o.lang, w) for w in rest))
    ):
        return None
    return Refs((o.value_of_words(found[0]),), 0, len(t.text))


def _may(o: Offered, low: str) -> bool:
    """Tells quickly of most texts that they hold no word of an option."""
    return any(map(low.__contains__, o.telling_heads))


def _within(own: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """The words are among the option's, in its order where they are more than two."""
    if Counter(own) - Counter(words):
        return False
    if len(own) <= _ANY_ORDER:
        return True
    rest = iter(words)
    return all(w in rest for w in own)


def _denies_in_words(lang: Language, low: str) -> bool:
    """A denial of several words, which are not told one by one: "ruled out"."""
    return any(" " in m[0] for m in lang.negation.finditer(low))


def _tells(lang: Language, word: str) -> bool:
    """A number, a letter, or a word such as "only" or "under" makes it something else."""
    return len(word) == 1 or any(c.isdigit() for c in word) or lang.telling.fullmatch(word) is not None


def _doubts(lang: Language) -> tuple[re.Pattern[str], ...]:
    return (lang.alternative, lang.condition, lang.unsure, lang.revise, lang.exception, lang.wrong)
