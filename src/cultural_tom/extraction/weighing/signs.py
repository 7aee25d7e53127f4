"""The signs by which an option that a text names is weighed: numbers that do not depend on the language of the reply, on what the
options say or in which order they stand."""

import math
import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.weighing.named import Mention, mentions

READ = 6000
"""How many characters of a text are weighed, counted from its end."""

SIGNS = (
    "mentions of the option", "mentions of all options", "share of all mentions", "options named", "options offered",
    "length of the text", "sentences", "breaks off", "length of the option", "words of the option", "length of the shortest option",
    "is named last", "is named first", "alone in the last sentence", "alone in the first sentence",
    "last: kind", "last: characters behind it", "last: place in the text", "last: sentences behind it", "last: share of its sentence",
    "last: share of its line", "last: in the last line", "last: behind a colon", "last: what stands before", "last: what stands behind",
    "last: characters before it in the sentence", "last: other options in its sentence", "last: negation before", "last: negation behind",
    "last: supposed", "last: concluded",
    "first: kind", "first: sentences before it", "first: share of its sentence", "first: what stands behind", "first: characters before it",
    "first: negation before", "first: supposed", "share of its mentions negated", "share of its mentions concluded",
    "negation in the last sentence", "the text asks", "the text declines",
)  # fmt: skip
"""What each number of `signs` tells, in their order."""

_SENTENCE = re.compile(r"[.!?。！？؟।][\"”)*\]]{0,3}(?=\s|\Z|[\u3000-\u9fff])|\n")
_COLON = re.compile(r"[:：=]\W{0,4}\Z")
_CLOSED = '.!?。！？؟।)"”*]}`>』」'
_NEAR = 40  # characters before a mention in which a negation counts as its own
_AROUND = ' *"#-'
_BEHIND = (".!。！।", "\n", ",;，；、،", ":：", ")]}>»”\"`*'", "<", "(（")
_BEFORE = (":：", "\n", "\"“‘'`「《", "*", "([（【", ">")


def signs(t: Text, o: Offered) -> dict[int, tuple[list[float], list[Mention]]]:
    """For the index of each option that the last `READ` characters name: one number per sign, and its mentions."""
    start = max(0, len(t.text) - READ)
    found = mentions(t, o, start)
    if not found:
        return {}
    view = _View(t, o, start, found)
    named: dict[int, list[Mention]] = {}
    for m in found:
        named.setdefault(m.option, []).append(m)
    return {index: (view.of(own), own) for index, own in named.items()}


class _View:
    """A text, its sentences and its mentions."""

    def __init__(self, t: Text, o: Offered, start: int, found: Sequence[Mention]) -> None:
        self.t, self.o, self.lang, self.found = t, o, o.lang, found
        self.stop = len(t.text)
        self.start = start
        ends = [m.end() for m in _SENTENCE.finditer(t.text, start)]
        bounds = [start, *ends, self.stop]
        self.begins = [a for a, b in pairwise(bounds) if t.text[a:b].strip()]
        self.named = {m.option for m in found}
        self.in_last = {m.option for m in found if m.start >= self.begins[-1]}
        self.in_first = {m.option for m in found if self._sentence(m) == 0}
        self.around = [
            len(found), len(self.named), o.n, math.log1p(self.stop - start), len(self.begins), t.text.rstrip()[-1:] not in _CLOSED,
        ]  # fmt: skip
        last = t.low[self.begins[-1] :]
        self.whole = [
            bool(self.lang.negation.search(last)),
            "?" in t.text or "？" in t.text,
            self.lang.declines.may(t.low),
        ]

    def _sentence(self, m: Mention) -> int:
        return max(0, bisect_right(self.begins, m.start) - 1)

    def _bounds(self, at: int) -> tuple[int, int]:
        """Where the sentence begins and ends."""
        return self.begins[at], self.begins[at + 1] if at + 1 < len(self.begins) else self.stop

    def _line(self, m: Mention) -> tuple[int, int]:
        end = self.t.text.find("\n", m.end)
        return self.t.text.rfind("\n", self.start, m.start) + 1, self.stop if end < 0 else end

    def _negated(self, m: Mention) -> bool:
        return self.lang.negation.search(self.t.low, max(self.start, m.start - _NEAR), m.start) is not None

    def _concluded(self, begin: int, m: Mention) -> bool:
        before = max(begin, m.start - 2 * _NEAR)
        return any(p.search(self.t.low, before, m.start) for p in (self.lang.so, self.lang.noun))

    def of(self, own: Sequence[Mention]) -> list[float]:
        """The numbers of the option with these mentions, as `SIGNS` names them."""
        first, last, index = own[0], own[-1], own[0].option
        option = self.o.raw[index]
        everything, kinds, offered, length, sentences, cut = self.around
        return [
            len(own), everything, len(own) / everything, kinds, offered, length, sentences, cut,
            len(option), len(option.split()), min(map(len, self.o.raw)),
            self.found[-1].option == index, self.found[0].option == index, self.in_last == {index}, self.in_first == {index},
            *self._of_last(last), *self._of_first(first),
            sum(map(self._negated, own)) / len(own), sum(self._concluded(self.start, m) for m in own) / len(own),
            *self.whole,
        ]  # fmt: skip

    def _of_last(self, m: Mention) -> list[float]:
        t, low = self.t, self.t.low
        at = self._sentence(m)
        begin, end = self._bounds(at)
        line, line_end = self._line(m)
        named = m.end - m.start
        return [
            m.kind, self.stop - m.end, (m.start - self.start) / (self.stop - self.start), len(self.begins) - 1 - at,
            named / max(1, end - begin), named / max(1, len(t.text[line:line_end].strip())), not t.text[line_end:].strip(),
            _COLON.search(t.text, max(begin, m.start - 6), m.start) is not None, _before(t.text, m.start), _behind(t.text, m.end),
            m.start - begin, len({x.option for x in self.found if begin <= x.start < end} - {m.option}),
            self.lang.negation.search(low, begin, m.start) is not None, self.lang.negation.search(low, m.end, end) is not None,
            _supposed(self.lang, low, begin, m.start), self._concluded(begin, m),
        ]  # fmt: skip

    def _of_first(self, m: Mention) -> list[float]:
        at = self._sentence(m)
        begin, end = self._bounds(at)
        low = self.t.low
        return [
            m.kind, at, (m.end - m.start) / max(1, end - begin), _behind(self.t.text, m.end),
            len(self.t.text[begin : m.start].strip(_AROUND)), self.lang.negation.search(low, begin, m.start) is not None,
            _supposed(self.lang, low, begin, m.start),
        ]  # fmt: skip


def _supposed(lang: Language, low: str, begin: int, stop: int) -> bool:
    return any(p.search(low, begin, stop) for p in (lang.unsure, lang.condition, lang.would, lang.whether))


def _before(text: str, pos: int) -> int:
    """Which kind of character stands before the position: 0 none, the last number any other."""
    return _kind(text[max(0, pos - 1) : pos], _BEFORE) if text[:pos].strip() else 0


def _behind(text: str, pos: int) -> int:
    """Which kind of character stands at the position: 0 none, the last number any other."""
    return _kind(text[pos : pos + 1], _BEHIND) if text[pos:].strip() else 0


def _kind(char: str, kinds: Sequence[str]) -> int:
    return next((i for i, some in enumerate(kinds, 1) if char and char in some), len(kinds) + 1)
