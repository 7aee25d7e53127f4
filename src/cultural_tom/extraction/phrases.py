"""Lists of phrases as regular expressions, and what is a word in scripts with and without spaces."""

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, product
from typing import Any, NamedTuple

from cultural_tom.extraction.automaton import Automaton
from cultural_tom.extraction.characters import lower, plain

# Letters, digits and vowel signs of scripts that write spaces between words. Chinese and Japanese are
# left out on purpose: a word of theirs may touch an option letter.
WORD = "0-9A-Za-zÀ-ÖØ-öø-ɏͰ-ԯؠ-ٟٮ-ۓۥ-ۿऀ-ॣ०-৿"
_WORDS = re.compile(f"[{WORD}]+")
_BEGINS, _ENDS = f"(?<![{WORD}].)", f"(?![{WORD}])"  # behind the first character, behind the last
_WORD_CHARS = frozenset(c for c in map(chr, range(0x0A00)) if _WORDS.match(c))
OPENING = r".,;:!?。！？、،؛।()\[\]\"'-"
NEVER = r"(?!)"
_WRITTEN_ON = "وفب"
_REFERRING = ("noun", "titled", "article", "yes", "no", "none", "all")
_FEW = 8
_ASCII = 128
_COMMON = re.compile("[\\W\u3040-\u30ff的是一不了在有人我他这中个为以到说]")
"""In most texts of scripts without spaces."""
_NAMES = re.compile(r"\{(\w+)\}")
_FREQUENT = frozenset((
    "a", "an", "the", "this", "that", "these", "it", "s", "is", "was", "are", "as", "at", "be", "by",
    "for", "from", "go", "i", "in", "let", "me", "my", "of", "on", "or", "so", "then", "than", "they",
    "to", "we", "what", "will", "with", "would", "you", "das", "dass", "dann", "es", "ist", "wird", "zu",
    "c", "ce", "cette", "dans", "est", "les", "pour", "sont", "que", "это", "что", "если", "из", "к",
    "من", "على", "في", "है", "यह", "में", "এই", "করে"
))  # fmt: skip
"""Words that tell least which phrase may stand in a text: a phrase is looked for by another of its words."""


def is_word(char: str) -> bool:
    return char in _WORD_CHARS


def any_of(phrases: list[str], arabic: bool) -> str:
    """Any of the phrases; those of scripts with spaces only as whole words, in Arabic with the conjunction
    or preposition that is written onto the word. At one place the longest whole word wins.

    It begins with the set of all first characters, or each alternative with its own: `re` then skips all places where
    none of them stands."""
    words: dict[tuple[bool, bool], list[str]] = {}
    for p in sorted({lower(plain(p)) for p in phrases}):
        words.setdefault((is_word(p[0]), is_word(p[-1])), []).append(p)
    groups = [
        _Group(*sides, some, arabic and sides[0]) for sides, some in sorted(words.items(), reverse=True)
    ]
    unspaced = sum(len(g.firsts) for g in groups if not g.begins)
    return NEVER if not groups else _by_set(groups) if unspaced <= _FEW else _by_character(groups)


class _Group(NamedTuple):
    """Phrases that begin, or end, inside of words or not, and whether a conjunction or preposition may be written onto them."""

    begins: bool
    ends: bool
    words: list[str]
    written_on: bool

    @property
    def firsts(self) -> frozenset[str]:
        """The characters that they begin with."""
        return frozenset(w[0] for w in self.words).union(_WRITTEN_ON if self.written_on else "")


def _by_set(groups: list[_Group]) -> str:
    """The set of what is a word stands in it as seldom as can be: `re` takes longer to compile it than ten words."""
    firsts = sorted(frozenset[str]().union(*(g.firsts for g in groups)))
    alternatives = []
    for begins, ends, words, written_on in groups:
        every = Automaton(words)
        each = every.expression(lambda label: f"(?<={re.escape(label[0])}){re.escape(label[1:])}")
        on = f"(?<=[{_WRITTEN_ON}]){every.expression()}|" if written_on else ""
        alternatives.append(f"{_BEGINS if begins else ''}(?:{on}{each}){_ENDS if ends else ''}")
    return f"[{''.join(map(re.escape, firsts))}](?:{'|'.join(alternatives)})"


def _by_character(groups: list[_Group]) -> str:
    """Where many characters may begin a phrase, as in scripts without spaces: the one that stands there tells which
    alternative it is."""
    alternatives = []
    for begins, ends, words, written_on in groups:
        heads = [(first, [w[1:] for w in some]) for first, some in groupby(words, key=lambda w: w[0])]
        for first, rests in [*((c, words) for c in _WRITTEN_ON if written_on), *heads]:
            rest = f"{_BEGINS if begins else ''}{Automaton(rests).expression()}{_ENDS if ends else ''}"
            alternatives.append(re.escape(first) + rest)
    return f"(?:{'|'.join(alternatives)})"


class _Tables(NamedTuple):
    """An encoding of one byte per letter, what becomes a space of it, the words by their bytes, and what is no word, for all texts
    and for those of ASCII alone."""

    encoding: Any
    spaced: bytes
    words: frozenset[bytes]
    by_bytes: dict[bytes, str]
    others: list[tuple[str, list[str]]]
    others_of_ascii: list[tuple[str, list[str]]]


class Keys:
    """Words, of which each phrase of some lists holds one, and which of them a text holds: told once per text for all
    lists, and many times faster than by their regular expressions. Keys that are no words are looked for as they are.

    The text becomes one byte per character, a space for each that no key has, and is split at the spaces."""

    def __init__(self) -> None:
        self._every: set[str] = set()
        self._made: _Tables | None = None
        self.last: tuple[str, frozenset[str]] = ("", frozenset())  # the last text, and what is within it

    def add(self, keys: Iterable[str]) -> None:
        """More keys, before the first text is looked at."""
        self._every.update(keys)

    def _tables(self) -> _Tables:
        words = {k for k in self._every if all(map(is_word, k))}
        letters = sorted({c for word in words for c in word if not c.isascii()})[:_ASCII]
        table = "".join(map(chr, range(_ASCII))) + "".join(letters)
        encoding = codecs.charmap_build(table.ljust(2 * _ASCII, "\ufffe"))
        spaced = bytes(k if k >= _ASCII or is_word(chr(k)) else ord(" ") for k in range(2 * _ASCII))
        known = {word for word in words if not set(word) - set(table)}
        by_bytes = {codecs.charmap_encode(word, "replace", encoding)[0]: word for word in known}
        others = self._every - known
        by_character = (_by_common_character(some) for some in (others, filter(str.isascii, others)))
        return _Tables(encoding, spaced, frozenset(by_bytes), by_bytes, *by_character)

    def within(self, low: str) -> frozenset[str]:
        """Those that stand in the text, words as whole words."""
        last, found = self.last
        if last is not low:
            if self._made is None:
                self._made = self._tables()
            encoding, spaced, words, by_bytes, others, others_of_ascii = self._made
            ascii_alone = low.isascii()
            encoded = low.encode() if ascii_alone else codecs.charmap_encode(low, "replace", encoding)[0]
            spelled = encoded.translate(spaced).split()
            sought = others_of_ascii if ascii_alone else others
            strings = [s for c, some in sought if c in low for s in some if s in low]
            found = frozenset(strings).union(map(by_bytes.__getitem__, words.intersection(spelled)))
            self.last = low, found
        return found


def _by_common_character(strings: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Strings under a character that they have in common: it is looked for first, which takes a fifth of the time."""
    left, out = sorted(strings), []
    while left:
        best = max(sorted(set("".join(left))), key=lambda c: sum(c in s for s in left))
        out.append((best, [s for s in left if best in s]))
        left = [s for s in left if best not in s]
    return out


def _signs(phrases: set[str]) -> str:
    """Characters of which each phrase holds one, common ones only where a phrase has no other: a text without them holds
    no phrase, which is told ten times as fast as by an expression."""
    left, out = {p for p in phrases if not any(q in phrases for q in _parts(p))}, ""
    while left:
        counts = Counter(c for p in left for c in set(p))
        out += max(sorted(counts), key=lambda c: (_COMMON.match(c) is None, counts[c]))
        left = {p for p in left if out[-1] not in p}
    return out


def _parts(phrase: str) -> Iterator[str]:
    """All stretches of a phrase that are shorter than it is."""
    n = len(phrase)
    return (phrase[k : k + m] for m in range(1, n) for k in range(n - m + 1))


class Scan:
    """Where the phrases of a list stand in a whole text: around the keys that the text holds the expression decides.
    Phrases of one letter, and those of scripts without spaces where there are more than a few, are looked for as they
    are."""

    def __init__(
        self,
        pattern: Callable[[], re.Pattern[str]],
        phrases: Iterable[str],
        keys: Keys,
        before: Iterable[int] = (0,),
        arabic: bool = False,
    ) -> None:
        """pattern: makes the expression, which is compiled where a key of it stands in a text for the first time. `before`: how
        many characters of a match may stand before its phrase."""
        self._pattern = pattern
        every = {lower(plain(p)) for p in phrases}
        unspaced = {p for p in every if not _WORDS.search(p) and " " not in p}
        direct = {p for p in every if len(p) == 1} | (unspaced if len(unspaced) > _FEW else set())
        self._heads = _heads(every - direct)
        self._before = tuple(sorted({*before, *(k + arabic for k in before)}))
        self._direct = sorted(direct)
        self._signs = _signs(direct)
        self._signs_of_ascii = "".join(filter(str.isascii, self._signs))
        self._arabic = arabic
        self._keys = keys
        # as the keys stand in a text: in Arabic perhaps with what is written onto a word
        written_on = ("", *(_WRITTEN_ON if arabic else ""))
        self._keys_of: dict[str, set[str]] = {}
        for key in self._heads:
            for c in written_on:
                if not c or is_word(key[0]):
                    self._keys_of.setdefault(c + key, set()).add(key)
        self._sought = frozenset(self._keys_of)
        self._longest_direct = max(map(len, direct), default=0)
        self._first: tuple[str, re.Match[str] | None] = ("", None)  # in the last text
        self._compiled: re.Pattern[str] | None = None
        self._compiled_direct: re.Pattern[str] | None = None
        keys.add(self._sought)

    @property
    def pattern(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = self._pattern()
        return self._compiled

    @property
    def _any_direct(self) -> re.Pattern[str]:
        if self._compiled_direct is None:
            self._compiled_direct = re.compile(any_of(self._direct, self._arabic))
        return self._compiled_direct

    def may(self, low: str) -> bool:
        """Whether a phrase may stand in the text: tells quickly that none does."""
        last, found = self._keys.last  # asked nine times a text, mostly of the same: a call is saved
        if not (found if last is low else self._keys.within(low)).isdisjoint(self._sought):
            return True
        return bool(self._signs) and self._first_direct(low) is not None

    def _first_direct(self, low: str) -> re.Match[str] | None:
        """The first of the phrases that are looked for as they are."""
        last, found = self._first
        if last is not low:
            signs = self._signs_of_ascii if low.isascii() else self._signs
            places = [at for sign in signs if (at := low.find(sign)) >= 0]
            found = (
                self._any_direct.search(low, max(0, min(places) - self._longest_direct)) if places else None
            )
            self._first = low, found
        return found

    def _starts(self, low: str, forms: frozenset[str], first: re.Match[str] | None) -> list[int]:
        """Every place at which a match may begin, in the order of the text: around the keys, and from the first phrase on that is
        looked for as it is."""
        found: list[int] = []
        m = first
        while m:
            found.append(m.start())
            m = self._any_direct.search(low, m.start() + 1)
        for key in {key for form in forms for key in self._keys_of[form]}:
            heads = self._heads[key]
            at = low.find(key)
            while at >= 0:
                for n, words in heads:
                    if at >= n and low[at - n : at] in words:
                        found.append(at - n)
                at = low.find(key, at + 1)
        if self._before == (0,):
            return sorted(set(found))
        return sorted({at - k for at in found for k in self._before if at >= k})

    def find(self, low: str) -> list[re.Match[str]]:
        """What `finditer` of the expression finds."""
        found: list[re.Match[str]] = []
        keys = self._keys.within(low) & self._sought
        first = self._first_direct(low) if self._signs else None
        if not keys and first is None:  # as nine times in ten
            return found
        starts = self._starts(low, keys, first)
        match = self.pattern.match
        end = 0
        for start in starts:
            if start >= end and (m := match(low, start)):
                found.append(m)
                end = m.end()
        return found


def _heads(phrases: set[str]) -> dict[str, list[tuple[int, frozenset[str]]]]:
    """The key of each phrase, and what stands before it in the phrases with this key, by its length."""
    heads: dict[str, set[str]] = {}
    wordless = [p for p in phrases if not _WORDS.search(p)]
    for p in phrases:
        shortest = min((q for q in wordless if q in p), key=lambda q: (len(q), q), default=p)
        key = max(_WORDS.findall(p), key=lambda w: (w not in _FREQUENT, len(w)), default=shortest)
        heads.setdefault(key, set()).add(p[: p.find(key)])
    return {
        key: [(n, frozenset(h for h in before if len(h) == n)) for n in sorted(set(map(len, before)))]
        for key, before in heads.items()
    }


def composed(data: dict[str, list[str]], key: str) -> list[str]:
    """The phrases that the patterns of a key stand for: each name in braces is any word of that list.

    >>> composed({"praise": ["best", "right"], "kind": ["answer"], "answer": ["{praise} {kind}"]}, "answer")
    ['best answer', 'right answer']
    """
    out = []
    for pattern in data.get(key, []):
        names = _NAMES.findall(pattern)
        choices = product(*(data[name] for name in names))
        out += [pattern.format(**dict(zip(names, words, strict=True))) for words in choices]
    return out


@dataclass(frozen=True)
class Lists:
    """The word lists of one language; to most of them the English ones are added."""

    own: dict[str, Any]
    english: dict[str, Any]
    shared: dict[str, Any]
    arabic: bool
    keys: Keys = field(default_factory=Keys)

    def words(self, key: str) -> list[str]:
        lists = (self.own, self.english, self.shared)
        return [w for some in lists for w in (*some.get(key, []), *composed(some.get("compose", {}), key))]

    def any(self, *keys: str) -> str:
        """A regular expression for any phrase of the lists."""
        return any_of([w for key in keys for w in self.words(key)], self.arabic)

    def opening(self, key: str) -> re.Pattern[str]:
        """Any phrase of the list that opens a clause: `word` stands after punctuation."""
        return re.compile(f"[{OPENING}] ?(?P<word>{self.any(key)})")

    def scan(
        self, *keys: str, pattern: Callable[[], re.Pattern[str]] | None = None, before: Iterable[int] = (0,)
    ) -> Scan:
        """The lists looked for in whole texts; `pattern` where it is more than any phrase of them."""
        phrases = [w for key in keys for w in self.words(key)]
        return Scan(pattern or (lambda: self.compiled(*keys)), phrases, self.keys, before, self.arabic)

    def compiled(self, *keys: str) -> re.Pattern[str]:
        return re.compile(self.any(*keys))

    def begins(self) -> frozenset[str]:
        """The first two characters of each phrase that may begin a reference."""
        ordinals = [w for lists in (self.own, self.english) for forms in lists["ordinals"] for w in forms]
        phrases = [*ordinals, *self.letter_names(), *(w for key in _REFERRING for w in self.words(key))]
        found = {lower(plain(w))[:2] for w in phrases}
        return frozenset(
            found | {c + two[:1] for c in _WRITTEN_ON for two in found} if self.arabic else found
        )

    def determiners(self) -> tuple[str, ...]:
        """Articles as a text begins with them, with the space behind them where one is written, the longest first."""
        found = {w + " " if is_word(w[-1]) else w for w in map(lower, self.words("determiners"))}
        return tuple(sorted(found, key=lambda w: (-len(w), w)))

    def joint(self) -> str:
        """What joins the items of a list. The Arabic "and" of one letter is written onto the next word."""
        joint = any_of([w for w in self.words("and") if w != "و"], self.arabic)
        return f"(?:{joint}|(?<![{WORD}])و)" if self.arabic else joint

    def ordinals(self) -> tuple[re.Pattern[str], ...]:
        pairs = zip(self.own["ordinals"], self.english["ordinals"], strict=True)
        return tuple(re.compile(any_of([*own, *english], self.arabic)) for own, english in pairs)

    def level_of(self) -> dict[str, str]:
        """The level of each level word."""
        levels = [
            (level, words) for lists in (self.own, self.english) for level, words in lists["levels"].items()
        ]
        return {lower(plain(w)): level for level, words in levels for w in words}

    def letters(self) -> dict[str, int]:
        return {plain(c): i for row in self.own["letters"] for i, c in enumerate(row)}

    def letter_names(self) -> dict[str, int]:
        return {lower(plain(w)): i for i, row in enumerate(self.own.get("letter_names", [])) for w in row}
