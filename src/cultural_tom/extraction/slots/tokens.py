"""Level words and values of a text, in its order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cultural_tom.extraction.characters import lower
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.letters import goes_on
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Value

# A letter with up to two brackets on each side; as the first character may be looked for, what must not stand before it
# comes second.
_LETTER = re.compile(
    rf"[(\[「A-Z](?<![{WORD}'].)(?:(?<=[A-Z])|(?<=[(\[「])[(\[「]?[A-Z])(?<=(?P<letter>[A-Z]))(?![{WORD}'])[)\]」]{{0,2}}",
    re.DOTALL,
)
_RUN = re.compile(r"[A-Z]{2,6}\Z")
_NUMBER = re.compile(rf"(\d)(?<![{WORD}].)(?![{WORD}.)])")
_BESIDE = re.compile(r"[ ().:=\[\]「」-]{0,6}")
_LOWER_WORD = re.compile(r" [a-z]")


@dataclass(frozen=True, slots=True)
class Level:
    """The word for the slot with this index."""

    slot: int


class Token(NamedTuple):
    """A level word or a value and where it stands: characters [start, end)."""

    means: Level | Value
    start: int
    end: int


def tokens(t: Text, o: Offered, slots: Sequence[str]) -> list[Token]:
    """Values and levels in the order of the text; a letter and its own words beside it are one value."""
    if _RUN.match(t.text) and len(t.text) == len(slots):
        return [Token(o.of_letter(c), k, k + 1) for k, c in enumerate(t.text)]
    spelled = _words(t, o)
    taken = [(word.start, word.end) for word in spelled]
    found = [*spelled, *_levels(t, o, slots, taken), *_letters(t, o, taken), *_own_letters(t, o)]
    if all(isinstance(token.means, Level) for token in found):
        found += _numbers(t, o)
    found.sort(key=lambda token: (token.start, token.end))
    return _merged(t, found)


def _words(t: Text, o: Offered) -> list[Token]:
    """The options' words, and other words for an option where those are not."""
    found = words.anywhere(o, t.low, 0, len(t.text))
    other = [r for r in _other_words(t, o) if not any(v.start < r.end and r.start < v.end for v in found)]
    return [Token(*r) for r in (*found, *other)]


def _within(pos: int, taken: list[tuple[int, int]]) -> bool:
    return any(start <= pos < end for start, end in taken)


def _other_words(t: Text, o: Offered) -> list[Ref]:
    """Words of the language that stand for an option and are none: "not mentioned" and "unknown" for "not given", the
    dialogues' word for a thing whose label is another one."""
    found = [
        Ref(Named(index), m.start(), m.end())
        for index, option in enumerate(o.folded)
        for word in (o.lang.not_given if option in o.lang.not_given else o.lang.same.get(option, ()))
        if word in t.low and word not in o.folded
        for m in re.finditer(f"(?<![{WORD}]){re.escape(word)}(?![{WORD}])", t.low)
    ]
    return sorted(found, key=lambda r: (r.start, r.end))


def _levels(t: Text, o: Offered, slots: Sequence[str], taken: list[tuple[int, int]]) -> Iterator[Token]:
    """The words for the slots, in the language of the text, outside of options' words."""
    names = {lower(s): i for i, s in enumerate(slots)}
    for m in o.lang.levels.finditer(t.low):
        word = m[0] if m[0] in o.lang.level_of else m[0][1:]  # Arabic writes "and" onto the word
        slot = names.get(o.lang.level_of.get(word, ""))
        if slot is not None and not _within(m.start(), taken):
            yield Token(Level(slot), m.start(), m.end())


def _letters(t: Text, o: Offered, taken: list[tuple[int, int]]) -> Iterator[Token]:
    """Capital letters outside of options' words that are no article ("A box", but "A for high")."""
    for m in _LETTER.finditer(t.text):
        at = m.start("letter")
        if m["letter"] in "AI" and m.start() == at and _is_article(t, o, at):
            continue
        if not _within(at, taken):
            yield Token(o.of_letter(m["letter"]), m.start(), m.end())


def _is_article(t: Text, o: Offered, at: int) -> bool:
    after = at + 1
    return (
        _LOWER_WORD.match(t.text, after) is not None
        and not goes_on(o.lang, t.low, after + 1)
        and not t.low.startswith(" for", after)
    )


def _own_letters(t: Text, o: Offered) -> Iterator[Token]:
    """Letters of the script's own that stand alone."""
    if not o.lang.letters:
        return
    for m in o.lang.own_letter.finditer(t.text):
        yield Token(o.value(o.lang.letters[m[0]]), m.start(), m.end())


def _numbers(t: Text, o: Offered) -> Iterator[Token]:
    """Single digits, which count options from 1, unless an option is itself a number."""
    for m in () if o.numeric else _NUMBER.finditer(t.text):
        yield Token(o.value(int(m[1]) - 1), m.start(), m.end())


def _merged(t: Text, found: list[Token]) -> list[Token]:
    """A level word said twice in a row is one token, and so is a letter with its own words ("B (Water)")."""
    out: list[Token] = []
    for token in found:
        if out and out[-1].means == token.means and _is_same(t, out[-1], token):
            out[-1] = Token(token.means, out[-1].start, token.end)
        else:
            out.append(token)
    return out


def _is_same(t: Text, before: Token, token: Token) -> bool:
    if isinstance(token.means, Level):
        return True
    beside = _BESIDE.fullmatch(t.text, before.end, token.start)
    return beside is not None and t.low[before.start : before.end] != t.low[token.start : token.end]
