"""What a text says apart from the words of any sentence: its telling words without endings, and whether it denies."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.phrases import WORD

_WORD = re.compile(rf"[{WORD}]+")
_DENYING = re.compile(r"\b(non)[_ ](?=\w)")
_APART = re.compile(r"[_/]")
_IRREGULAR = {"can't": "can not", "won't": "will not"}
_SHORTENED = {
    "'ll": " will",
    "n't": " not",
    "'re": " are",
    "'ve": " have",
    "'d": " would",
    "'m": " am",
    "'s": "",
}
_SHORTENED_END = re.compile(rf"(?:{'|'.join(_SHORTENED)})(?![{WORD}])")
_NEGATING = ("non", "un", "in", "im", "ir", "il")
_NO_DENIALS = (
    "improv",
    "impress",
    "import",
    "impos",
    "inform",
    "invest",
    "inspir",
    "intend",
    "invent",
    "increas",
    "includ",
)
"""Words that begin like a denial of another word, cut as `plainest` does."""
_ENDINGS = ("ing", "ed", "es", "ly", "s", "d", "e")
_SHORTEST_STEM = 4
_SHORTEST_BEFORE_E = 5  # "plane" is no "plan"
_SHORTEST_OF_LANGUAGE = 3


class Said(NamedTuple):
    """The telling words of a text in their order, and whether it denies."""

    words: tuple[str, ...]
    denies: bool


def stems(lang: Language, low: str) -> str:
    """The words without the endings that change with an article or a gender, and related words as one."""
    return " ".join(_stem(lang, word) for word in low.split())


def _stem(lang: Language, word: str) -> str:
    word = lang.forms.get(word, word)
    for ending in lang.endings:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_OF_LANGUAGE:
            return word[: -len(ending)]
    return word


def content(lang: Language, low: str) -> Said:
    """The telling words of a folded text: none of those that any sentence has, each without its ending."""
    low = _APART.sub(" ", _DENYING.sub(r"\1", low))
    for short, long in _IRREGULAR.items():
        low = low.replace(short, long)
    low = _SHORTENED_END.sub(lambda m: _SHORTENED[m[0]], low)
    words, denials = [], 0
    for word in _WORD.findall(low):
        if lang.negation.fullmatch(word):
            denials += 1
        elif f"{word} " not in lang.determiners and word not in lang.filler:
            words.append(plainest(lang, word))
    return Said(tuple(words), denials % 2 == 1)


def negated_alike(options: Sequence[Said]) -> tuple[Said, ...]:
    """Options of which one is the other's denial in one word, as denials: "inconsistent" beside "consistent"."""
    known = frozenset(w for s in options for w in s.words)
    return tuple(negated(s, known) for s in options)


def negated(said: Said, known: frozenset[str]) -> Said:
    """With each word that only denies a known one as that one and a denial."""
    words, denies = [], said.denies
    for word in said.words:
        bare = None if word.startswith(_NO_DENIALS) else _denied(word, known)
        words.append(bare or word)
        denies ^= bare is not None
    return Said(tuple(words), denies)


def _denied(word: str, known: frozenset[str]) -> str | None:
    """The known word that this one is the denial of: "relevant" of "irrelevant", "safe" of "unsaf"."""
    rests = (word[len(p) :] for p in _NEGATING if word.startswith(p))
    return next((w for rest in rests for w in (rest, f"{rest}e") if w in known), None)


def plainest(lang: Language, word: str) -> str:
    """The word without its ending; a number word as the number."""
    if word in lang.cardinal_index:
        return str(lang.cardinal_index[word] + 1)
    if lang.endings:
        return _stem(lang, word)
    if lang.telling.fullmatch(word):
        return word
    for ending in _ENDINGS:
        shortest = _SHORTEST_BEFORE_E if ending == "e" else _SHORTEST_STEM
        if word.endswith(ending) and len(word) - len(ending) >= shortest and not word.endswith("ss"):
            return word[: -len(ending)]
    return word
