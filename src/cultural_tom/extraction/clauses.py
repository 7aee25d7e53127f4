"""Sentences and clauses, and what a clause says about an option in it: negated, set aside, only supposed."""

import re
from collections.abc import Iterable, Iterator

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.phrases import is_word
from cultural_tom.extraction.references import place
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Ref

SENTENCE_REACH = 400
"""How far a sentence without an end is looked at."""

SENTENCE_END = re.compile(r"[.!?。！？।؟\n](?:(?<![.!?])|(?=\s|\Z))")
CLAUSE_END = re.compile(r"[.,;:!?。！？、؟،؛।\n()]")

_LONGEST_ABBREVIATION = 8
_THEN_NUMBER = re.compile(r" \d")
_CLAUSE_REACH = 200
_UNSPACED = re.compile("[\u3040-\u9fff]")
_LAST_REACH = 150
_WOULD_BEFORE, _WOULD_AFTER = 30, 12
_CONDITION_REACH = 300
_ASIDE_BEFORE, _ASIDE_GAP = 16, 5
_VERDICT_REACH = 30
_AROUND_LINE = " .;)\"'"


def sentence_end(text: str, pos: int) -> int:
    """The end of the sentence at `pos`."""
    m = SENTENCE_END.search(text, pos, pos + SENTENCE_REACH)
    return m.start() if m else min(len(text), pos + SENTENCE_REACH)


def sentences(o: Offered, t: Text, start: int = 0) -> Iterator[tuple[int, int]]:
    """Spans of the sentences from `start` on; a line break ends a sentence, the points of "B. the red box" and "Art. 25" do
    not."""
    text = t.text
    for m in SENTENCE_END.finditer(text, start):
        point = m.start()
        if text[point] == "." and (_labels(o, t, point) or _abbreviates(o, t, point)):
            continue
        if text[start:point].strip():
            yield start, m.end()
        start = m.end()
    if text[start:].strip():
        yield start, len(text)


def last_sentences(o: Offered, t: Text, start: int = 0) -> list[tuple[int, int]]:
    """The last sentences from `start` on: two of them, or all where there are fewer."""
    text = t.text
    reach = _LAST_REACH
    while len(text) - reach > start:
        spans = list(sentences(o, t, len(text) - reach))
        if len(spans) > 2:
            return spans[-2:]
        reach *= 4
    return list(sentences(o, t, start))[-2:]


def _labels(o: Offered, t: Text, point: int) -> bool:
    """A letter stands before the point, and begins a line or has the words of an option after it."""
    text = t.text
    if (
        text[point] != "."
        or not "A" <= text[point - 1 : point] <= "Z"
        or is_word(text[point - 2 : point - 1])
    ):
        return False
    if text[point - 2 : point - 1] in ("", "\n") and not o.lettered:
        return True
    found = place.at(o, t, point - 1)
    return found is not None and found.end > point + 1


def _abbreviates(o: Offered, t: Text, point: int) -> bool:
    """The point is that of an abbreviation before a number: "Art. 25"."""
    if _THEN_NUMBER.match(t.text, point + 1) is None:
        return False
    found = o.lang.abbreviated.finditer(t.low, max(0, point - _LONGEST_ABBREVIATION), point)
    return any(m.end() == point for m in found)


def clause(t: Text, start: int, end: int, lang: Language, bound: re.Pattern[str]) -> tuple[int, int]:
    """The clause around a span: bounded by `bound` and by words such as "because" and "but"."""
    left = max(0, start - _CLAUSE_REACH)
    for pattern, text in ((bound, t.text), (lang.because, t.low), (lang.revise, t.low), (lang.so, t.low)):
        for m in pattern.finditer(text, left, start):
            left = m.end()
    right = min(len(t.text), end + _CLAUSE_REACH)
    for pattern, text in ((bound, t.text), (lang.because, t.low), (lang.revise, t.low)):
        if stop := pattern.search(text, end, right):
            right = stop.start()
    return left, right


def negated(t: Text, start: int, end: int, lang: Language, bound: re.Pattern[str] = CLAUSE_END) -> bool:
    """A negation stands in the clause of the span, outside the span itself."""
    left, right = clause(t, start, end, lang, bound)
    return bool(lang.negation.search(t.low, left, start) or lang.negation.search(t.low, end, right))


def denied(t: Text, start: int, lang: Language) -> bool:
    """A negation stands in the clause before the position."""
    left, _ = clause(t, start, start, lang, CLAUSE_END)
    return lang.negation.search(t.low, left, start) is not None


def set_aside(t: Text, start: int, lang: Language, named: Iterable[Ref] = ()) -> bool:
    """A negation stands directly before the position: "embarrassed, not proud"; none that is a character of what is named (非 of 非常)."""
    return any(
        start - m.end() <= _ASIDE_GAP
        and not CLAUSE_END.search(t.text, m.end(), start)
        and not (_UNSPACED.match(m[0]) and any(r.start <= m.start() and m.end() < r.end for r in named))
        for m in lang.negation.finditer(t.low, max(0, start - _ASIDE_BEFORE), start)
    )


def supposed(t: Text, start: int, end: int, lang: Language) -> bool:
    """What would have been the answer in another case: "if he had stayed, the answer would be C"."""
    if not lang.would.search(t.low, max(0, start - _WOULD_BEFORE), min(len(t.low), end + _WOULD_AFTER)):
        return False
    behind = lang.condition.match(t.low, past_space(t.low, end))
    if behind and not _on_choosing(t, behind, sentence_end(t.text, behind.end()), lang):
        return True  # "the answer would be C if he had stayed"
    first = sentence_start(t.text, start, _CONDITION_REACH)
    conditions = list(lang.condition.finditer(t.low, first, start))
    if conditions and all(_on_choosing(t, m, start, lang) for m in conditions):
        return False
    if conditions:
        return True
    before = sentence_start(t.text, max(0, first - 1), _CONDITION_REACH)
    before += t.text[before : before + 1] == " "
    # "Suppose he stayed. The answer would be C": a sentence of its own, which "If he stayed." is not
    return lang.supposing.match(t.low, before) is not None and lang.condition.match(t.low, before) is None


def _on_choosing(t: Text, condition: re.Match[str], stop: int, lang: Language) -> bool:
    """The condition is about the choice itself: "if I had to choose, I would pick B"."""
    end = CLAUSE_END.search(t.text, condition.end(), stop)
    return lang.choosing.search(t.low, condition.start(), end.start() if end else stop) is not None


def others_speak(o: Offered, low: str, pos: int) -> bool:
    """What begins there is on somebody else, who is no option: "some would pick B", "the second agent believes ..." """
    said = o.lang.others.match(low, pos)
    return said is not None and not any(_begins_with(f, said[0]) for f in o.folded)


def _begins_with(words: str, said: str) -> bool:
    return words.startswith(said) and not is_word(words[len(said) : len(said) + 1])


def past_said_below(o: Offered, t: Text, end: int) -> int:
    """How far a sentence below says what it thinks of what ends this line at the position, its reasons left out: "(A) in the box", and below
    it "This is not said."; 0 where there is none."""
    line = t.text.find("\n", end)
    if line < 0 or t.text[end:line].strip(_AROUND_LINE):
        return 0
    below = len(t.text) - len(t.text[line:].lstrip())
    noun = o.lang.noun.match(t.low, place.past_determiner(o, t, below))
    said = noun or o.lang.pronoun.match(t.low, below)
    if said is None:
        return 0
    end = min(sentence_end(t.text, below), said.end() + _VERDICT_REACH)
    reason = o.lang.because.search(t.low, said.end(), end)
    return reason.start() if reason else end


def openings(t: Text, word: re.Pattern[str], start: int) -> Iterator[re.Match[str]]:
    """Lines behind the position that begin with the word."""
    line = t.text.find("\n", start) + 1
    while line:
        if m := word.match(t.low, line):
            yield m
        line = t.text.find("\n", line) + 1


def sentence_start(text: str, pos: int, reach: int) -> int:
    """Where the sentence at `pos` begins, looked for up to `reach` characters back."""
    first = max(0, pos - reach)
    for m in SENTENCE_END.finditer(text, first, pos):
        first = m.end()
    return first
