"""What the classes of a classification are called elsewhere (labels.toml): a model that is asked for "позитивная" or "негативная"
writes "I would choose the positive option"."""

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from cultural_tom.extraction.clean import fold

_ALONE = ("undetermined", "tie")
"""Tables of one class, which stands beside options of any kind."""
_ONLY_AS_OPTION = frozenset(
    ("off", "not", "hate", "ham", "support", "refute", "entail", "bias", "llm", "normal", "clean", "neither", "disputed", "info", "hope",
     "love", "draw", "equal", "unclear", "unknown", "uncertain", "not known")
)  # fmt: skip
"""Classes by these names, which are words of any sentence."""


@lru_cache(maxsize=1)
def _families_by_name() -> dict[str, dict[str, tuple[str, ...]]]:
    data = tomllib.loads(files(__package__).joinpath("labels.toml").read_text(encoding="utf-8"))
    return {
        title: {name: tuple(dict.fromkeys(map(fold, words))) for name, words in family.items()}
        for title, family in data.items()
    }


@lru_cache(maxsize=1)
def _titles_of() -> dict[str, tuple[str, ...]]:
    """The tables that each word stands in, in their order: most options are in none."""
    out: dict[str, tuple[str, ...]] = {}
    for title, family in _families_by_name().items():
        for word in dict.fromkeys(w for words in family.values() for w in words):
            out[word] = (*out.get(word, ()), title)
    return out


def other_words(folded: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """For each option, as `fold` has it, the other words of its class, where the options are classes of one table, one each; else
    those of the one option that stands for "unknown" or for a tie.

    >>> "нейтральное" in other_words(["positive", "neutral"])[1]
    True
    >>> other_words(["positive", "box"])
    ((), ())
    """
    for title in _titles_of().get(folded[0], ()) if folded else ():
        family = _families_by_name()[title]
        names = [next((name for name, words in family.items() if f in words), None) for f in folded]
        if None not in names and len(set(names)) == len(names):
            return tuple(
                tuple(w for w in family[name or ""] if w != f and w not in _ONLY_AS_OPTION)
                for name, f in zip(names, folded, strict=True)
            )
    out: list[tuple[str, ...]] = [() for _ in folded]
    for alone in _ALONE:  # "cannot be determined" beside names, "tie" beside two replies
        (words,) = _families_by_name()[alone].values()
        own = [i for i, f in enumerate(folded) if f in words]
        if len(own) == 1:
            out[own[0]] = tuple(w for w in words if w not in folded and w not in _ONLY_AS_OPTION)
    return tuple(out)


def undetermined_among(folded: Sequence[str]) -> int | None:
    """The place of the one option, as `fold` has it, that says that it cannot be known which of the others it is.

    >>> undetermined_among(["the man", "the woman", "can't be determined"])
    2
    """
    (words,) = _families_by_name()["undetermined"].values()
    found = [i for i, f in enumerate(folded) if f in words]
    return found[0] if len(found) == 1 < len(folded) else None
