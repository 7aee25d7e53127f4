"""The reader of patterns.toml: one compiled `Language` per language, made on first use."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from cultural_tom.extract.clean import fold, lower, plain

# Letters, digits and vowel signs of scripts that write spaces between words. Chinese and Japanese are
# left out on purpose: a word of theirs may touch an option letter.
WORD = "0-9A-Za-zÀ-ɏͰ-ԯؠ-ٟٮ-ۓۥ-ۿऀ-ॣ०-৿"
_WORD_CHAR = re.compile(f"[{WORD}]")
_NEVER = r"(?!)"


def is_word(char: str) -> bool:
    return bool(char) and _WORD_CHAR.match(char) is not None


@dataclass(frozen=True)
class Language:
    """The patterns of one language, English included; `prefixes` are letters that a word may carry in front. All regular expressions run on `Text.low`."""

    prefixes: str
    cue: re.Pattern[str]
    link: re.Pattern[str]
    short: re.Pattern[str]
    noun: re.Pattern[str]
    correct: re.Pattern[str]
    tail: re.Pattern[str]
    article: re.Pattern[str]
    ordinal: tuple[re.Pattern[str], ...]
    letters: dict[str, int]
    letter_names: re.Pattern[str]
    letter_name_index: dict[str, int]
    yes: re.Pattern[str]
    no: re.Pattern[str]
    no_then: re.Pattern[str]
    joint: re.Pattern[str]
    alternative: re.Pattern[str]
    exception: re.Pattern[str]
    negation: re.Pattern[str]
    certain: re.Pattern[str]
    unsure: re.Pattern[str]
    condition: re.Pattern[str]
    would: re.Pattern[str]
    because: re.Pattern[str]
    so: re.Pattern[str]
    revise: re.Pattern[str]
    none: re.Pattern[str]
    everyone: re.Pattern[str]
    not_given: frozenset[str]
    levels: re.Pattern[str]
    level_of: dict[str, str]


@lru_cache(maxsize=1)
def _data() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("patterns.toml").read_text(encoding="utf-8"))


def languages() -> tuple[str, ...]:
    """The languages that patterns.toml knows."""
    return tuple(sorted(_data()))


def _trie(words: list[str]) -> str:
    """One regular expression for many words that tests each letter once; the longest word wins."""
    if words == [""]:
        return ""
    branches: dict[str, list[str]] = {}
    for w in words:
        branches.setdefault(w[:1], []).append(w[1:])
    ends = branches.pop("", None)
    parts = [re.escape(c) + _trie(rest) for c, rest in branches.items()]
    if ends:
        parts.append("")
    return parts[0] if len(parts) == 1 else "(?:" + "|".join(parts) + ")"


def _any(phrases: list[str], arabic: bool) -> str:
    """Any of the phrases; those of scripts with spaces only as whole words, in Arabic with the conjunction
    or preposition that is written onto the word."""
    plain_phrases = sorted({lower(plain(p)) for p in phrases})
    groups: dict[tuple[bool, bool], list[str]] = {}
    for p in plain_phrases:
        groups.setdefault((is_word(p[0]), is_word(p[-1])), []).append(p)
    parts = []
    for (begins, ends), words in sorted(groups.items(), reverse=True):
        before = (f"(?<![{WORD}])" + ("[وفب]?" if arabic else "")) if begins else ""
        parts.append(before + _trie(words) + (f"(?![{WORD}])" if ends else ""))
    return "(?:" + "|".join(parts) + ")" if parts else _NEVER


@lru_cache(maxsize=16)
def language(name: str) -> Language:
    """The compiled patterns; ValueError for a language that is not in patterns.toml."""
    data = _data()
    if name not in data:
        raise ValueError(f"no answer patterns for language {name!r}; known: {', '.join(languages())}")
    own, english, arabic = data[name], data["en"], name == "ar"

    def words(key: str) -> list[str]:
        return [*own.get(key, []), *(english.get(key, []) if name != "en" else [])]

    def compiled(key: str) -> re.Pattern[str]:
        return re.compile(_any(words(key), arabic))

    joint = _any([w for w in words("and") if w != "و"], arabic)
    if arabic:
        joint = f"(?:{joint}|(?<![{WORD}])و)"
    levels = {n: [*own["levels"][n], *english["levels"][n]] for n in ("high", "medium", "low")}
    names = own.get("letter_names", [])
    cue = f"(?:{_any(words('final') + words('answer') + words('choose'), arabic)})"
    link = rf"(?:[\s:=>→\"'(\[{{,-]|{_any(words('link'), arabic)})"
    return Language(
        prefixes="وفبك" if arabic else "",
        cue=re.compile(
            rf"(?P<final>{_any(words('final'), arabic)})|(?P<answer>{_any(words('answer'), arabic)})"
            rf"|(?P<choose>{_any(words('choose'), arabic)})"
        ),
        link=re.compile(f"{link}{{0,12}}"),
        short=re.compile(
            rf"[ \"'(\[*]{{0,4}}(?:{cue}{link}{{0,4}}[ *]{{0,4}})?[(\[*]{{0,4}}([a-z])[)\].*\"'。]{{0,5}}"
        ),
        noun=compiled("noun"),
        correct=compiled("correct"),
        tail=compiled("tail"),
        article=compiled("article"),
        ordinal=tuple(
            re.compile(_any([*own["ordinals"][i], *english["ordinals"][i]], arabic)) for i in range(4)
        ),
        letters={plain(c): i for row in own["letters"] for i, c in enumerate(row)},
        letter_names=re.compile(_any([w for row in names for w in row], arabic)),
        letter_name_index={lower(plain(w)): i for i, row in enumerate(names) for w in row},
        yes=compiled("yes"),
        no=compiled("no"),
        no_then=re.compile(rf"\s{_any(words('no_then'), arabic)}"),
        joint=re.compile(joint),
        alternative=compiled("or"),
        exception=compiled("except"),
        negation=re.compile(_any(words("negation"), arabic) + "|n't(?![a-z])"),
        certain=compiled("certain"),
        unsure=compiled("unsure"),
        condition=compiled("if"),
        would=compiled("would"),
        because=compiled("because"),
        so=compiled("so"),
        revise=compiled("revise"),
        none=compiled("none"),
        everyone=compiled("all"),
        not_given=frozenset(map(fold, words("not_given"))),
        levels=re.compile(_any([w for ws in levels.values() for w in ws], arabic)),
        level_of={lower(plain(w)): level for level, ws in levels.items() for w in ws},
    )
