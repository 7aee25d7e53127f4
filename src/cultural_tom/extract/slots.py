"""The answer of a `slots` row: one option per slot, in any order and in either direction."""

import json
import re
from collections.abc import Iterator, Sequence

from cultural_tom.extract.answer import Answer, unparsed
from cultural_tom.extract.clean import Text, lower
from cultural_tom.extract.options import OUT, Options, Ref
from cultural_tom.extract.patterns import WORD, is_word
from cultural_tom.extract.statements import part

_JSON = re.compile(r"\{[^{}]{2,600}\}")
_PARAGRAPH = re.compile(r"\n(?=\S)")
_VALUE = re.compile(rf"(?<![{WORD}'])[(\[「]{{0,2}}(?P<letter>[A-Z])(?![{WORD}'])[)\]」]{{0,2}}")
_RUN = re.compile(r"[A-Z]{2,6}\Z")
_NUMBER = re.compile(rf"(?<![{WORD}])(\d)(?![{WORD}.)])")
_BESIDE = re.compile(r"[ ().:=\[\]「」-]{0,6}")
_LOWER_WORD = re.compile(r" [a-z]")
_TOKEN_LIMIT = 400
"""More level words and values than this are an essay, not an answer."""

Token = tuple[str, int, int, int]  # kind ("V" value, "L" level), index, start, end


def read(t: Text, o: Options, slots: Sequence[str]) -> Answer:
    """One option per slot: the last JSON object, the text after the last final cue, the whole text, the
    last lines, the first line; the first of these that is complete and unambiguous."""
    best = unparsed("no_answer")
    for stretch in _stretches(t, o):
        found = _sequence(stretch, o, slots)
        if found.parsed or found.reason in ("ambiguous", "not_an_option"):
            return found
        if found.reason == "incomplete":
            best = found
    if best.reason == "no_answer" and t.cut:
        return unparsed("too_long")
    return best


def _stretches(t: Text, o: Options) -> Iterator[Text]:
    for m in reversed(list(_JSON.finditer(t.text))):
        try:
            value = json.loads(m[0])
        except ValueError:
            continue
        if isinstance(value, dict):
            yield part("\n".join(f"{k}: {v}" for k, v in value.items() if isinstance(v, str | int)))
            break
    cues = [m for m in o.lang.cue.finditer(t.low) if not m["choose"]]
    finals = [m for m in cues if m["final"]]
    for m in [*finals[-1:], *cues[-1:]]:
        yield part(t.text[m.end() :])
    yield t
    lines = [line for line in t.text.split("\n") if line.strip()]
    if len(lines) > 1:
        for k in (1, 3):
            yield part("\n".join(lines[-k:]))
        yield part(lines[0])


def _sequence(t: Text, o: Options, slots: Sequence[str]) -> Answer:
    tokens = _tokens(t, o, slots)
    if len(tokens) > _TOKEN_LIMIT:
        return unparsed("no_answer")
    kinds = "".join(k for k, *_ in tokens)
    values = [i for k, i, *_ in tokens if k == "V"]
    levels = [i for k, i, *_ in tokens if k == "L"]
    n = len(slots)
    if not values:
        return unparsed("no_answer")
    if not levels:
        if len(values) != n or not _only_values(t, tokens):
            return unparsed("incomplete" if 0 < len(values) < n else "no_answer")
        return _mapped(dict(enumerate(values)), n)
    if kinds == "L" * n + "V" * n and len(set(levels)) == n:
        return _mapped(dict(zip(levels, values, strict=True)), n)
    if kinds == "V" * n + "L" * n and len(set(levels)) == n:
        return _mapped(dict(zip(levels, values, strict=True)), n)
    if re.fullmatch("(LV)+", kinds) or re.fullmatch("(VL)+", kinds):
        said: dict[int, set[int]] = {}
        for level, value in zip(levels, values, strict=True):
            said.setdefault(level, set()).add(value)
        if any(len(v) > 1 for v in said.values()):
            return unparsed("ambiguous")
        return _mapped({level: v.pop() for level, v in said.items()}, n)
    return unparsed("incomplete" if len(set(levels)) < n else "no_answer")


def _mapped(chosen: dict[int, int], n: int) -> Answer:
    if OUT in chosen.values():
        return unparsed("not_an_option")
    if len(chosen) != n:
        return unparsed("incomplete")
    return Answer(tuple(chosen[i] for i in range(n)))


def _only_values(t: Text, tokens: list[Token]) -> bool:
    """Values without level words stand for the slots in order only where hardly anything else is said."""
    return len(t.text) - sum(end - start for *_, start, end in tokens) <= 60


def _tokens(t: Text, o: Options, slots: Sequence[str]) -> list[Token]:
    """Values and levels in the order of the text; a letter and its own words beside it are one value."""
    run = _RUN.match(t.text)
    if run and len(t.text) == len(slots):
        return [("V", ord(c) - 65 if ord(c) - 65 < o.n else OUT, k, k + 1) for k, c in enumerate(t.text)]
    values = o.texts(t.low, 0, len(t.text))
    values += [r for r in _not_given(t, o) if not any(v.start < r.end and r.start < v.end for v in values)]
    taken = [(r.start, r.end) for r in values]
    found: list[Token] = [("V", r.value, r.start, r.end) for r in values]
    names = {lower(s): i for i, s in enumerate(slots)}
    for m in o.lang.levels.finditer(t.low):
        word = m[0] if m[0] in o.lang.level_of else m[0][1:]
        level = names.get(o.lang.level_of.get(word, ""))
        if level is not None and not any(a <= m.start() < b for a, b in taken):
            found.append(("L", level, m.start(), m.end()))
    for m in _VALUE.finditer(t.text):
        at = m.start("letter")
        article = m["letter"] in "AI" and _LOWER_WORD.match(t.text, at + 1) and m.start() == at
        if article and not o.goes_on(t.low, at + 2) and not t.low.startswith(" for", at + 1):
            continue
        if not any(a <= at < b for a, b in taken):
            index = ord(m["letter"]) - 65
            found.append(("V", index if index < o.n else OUT, m.start(), m.end()))
    for k, c in enumerate(t.text if o.lang.letters else ""):
        around = (t.text[max(0, k - 1) : k] + t.text[k + 1 : k + 2]).strip()
        if c in o.lang.letters and not any(is_letter(x) for x in around):
            found.append(("V", o.lang.letters[c] if o.lang.letters[c] < o.n else OUT, k, k + 1))
    if not any(k == "V" for k, *_ in found) and not o.numeric:
        for m in _NUMBER.finditer(t.text):
            index = int(m[1]) - 1
            found.append(("V", index if 0 <= index < o.n else OUT, m.start(), m.end()))
    found.sort(key=lambda x: (x[2], x[3]))
    return _merged(t, found)


def _not_given(t: Text, o: Options) -> list[Ref]:
    """Other words for the option "not given" ("not mentioned", "unknown"), where there is that option."""
    index = next((i for i, f in enumerate(o.folded) if f in o.lang.not_given), None)
    if index is None:
        return []
    found = []
    for word in o.lang.not_given:
        for m in re.finditer(f"(?<![{WORD}]){re.escape(word)}(?![{WORD}])", t.low):
            found.append(Ref(index, m.start(), m.end()))
    return sorted(found)


def is_letter(char: str) -> bool:
    """A letter, digit or vowel sign of any script."""
    return char.isalnum() or is_word(char)


def _merged(t: Text, found: list[Token]) -> list[Token]:
    """A level word said twice in a row is one token, and so is a letter with its own words ("B (Water)")."""
    out: list[Token] = []
    for token in found:
        if out and out[-1][:2] == token[:2]:
            _, _, start, end = out[-1]
            beside = _BESIDE.fullmatch(t.text, end, token[2])
            if token[0] == "L" or (beside and t.low[start:end] != t.low[token[2] : token[3]]):
                out[-1] = (token[0], token[1], start, token[3])
                continue
        out.append(token)
    return out
