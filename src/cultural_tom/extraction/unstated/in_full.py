"""The one option that a text names in full, by its words and its mark beside each other, wherever it stands: "meiosis occurs in D. ovary
cells", "the best test is serum FSH (option D)". Others may be named where the text sets them aside."""

import re
from collections.abc import Iterator
from itertools import islice

from cultural_tom.extraction.clauses import clause, past_said_below, sentence_end, sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, place, words
from cultural_tom.extraction.references.marks import past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs, Value
from cultural_tom.extraction.statements.doubt import doubtful, shown_only

# As the first character may be looked for, what must not stand before it comes second.
_BEHIND = re.compile(r"[(\[](?:[Oo]ption |[Cc]hoice )?(?P<letter>[A-Z])[)\]]")
_MARK = re.compile(rf"[(\[A-Z](?<![{WORD}&].)(?:(?<=[A-Z])|(?<=[(\[])[A-Z])(?![{WORD}])", re.DOTALL)
_BETWEEN = " \"'.」”"
_MOST = 40
_SHORTEST_WORDS, _GAP = 2, 3
_SHORTEST_END, _DENIAL_REACH = 8, 6
_SENTENCE_REACH = 300
_LEAST = re.compile(r"\bleast\b")
_CLAUSE_END = re.compile(r"[.;!?。！？؛।]|\n")
_ENDS = ".!?。！？।؟…)）]】\"'”」』»*"


def in_full(t: Text, o: Offered) -> Refs | None:
    """Such an option, where the text does not break off, doubts or denies none of these places, and names every other option that it
    names by its mark only to set it aside."""
    if o.lettered:
        return None
    found = list(islice(_places(t, o), _MOST + 1))
    if not found or len(found) > _MOST:
        return None
    if t.text[-1:] not in _ENDS and not (found[-1].end == len(t.text) and _begins_line(t, found[-1])):
        return None
    marks = list(islice(letters.anywhere(o, t, 0, len(t.text)), _MOST + 1))
    if len(marks) > _MOST:
        return None
    kept = [r for r in found if not _is_against(t, o, r)]
    if len({r.value for r in kept}) != 1 or any(_in_doubt(t, o, r) for r in kept):
        return None
    value = kept[0].value
    if any(r.value == value for r in found if r not in kept):
        return None
    others = [
        r
        for r in marks
        if r.value != value
        and isinstance(r.value, Named)
        and not any(k.start <= r.start < k.end for k in kept)
    ]
    if not all(_is_against(t, o, r) for r in others):
        return None
    if value == o.value(0) and others and "\n" not in t.text[kept[0].start : others[0].start]:
        return None  # from which on all are listed
    if any(_has_rival(t, o, r) for r in kept):
        return None
    in_turn = any(_begins_line(t, r) for r in kept)
    if others and (in_turn or kept[0].start > others[0].start) and not _are_all(o, value, others):
        return None
    if in_turn and any(_is_listed(t, o, r) or _turns(t, o, r) for r in kept):
        return None
    return Refs((value,), kept[0].start, kept[0].end)


def _are_all(o: Offered, value: Value, others: list[Ref]) -> bool:
    return len({r.value for r in others} | {value}) == o.n


def _places(t: Text, o: Offered) -> Iterator[Ref]:
    """Where the mark of an option stands directly before or behind its words."""
    for m in _MARK.finditer(t.text):
        ref = place.at(o, t, m.start())
        letter = m.start() + (t.text[m.start()] in "([")
        if ref is not None and isinstance(ref.value, Named) and _has_words(o, ref, letter + 1):
            yield Ref(ref.value, m.start(), ref.end)
    for m in _BEHIND.finditer(t.text):
        value = o.of_letter(m["letter"])
        if not isinstance(value, Named):
            continue
        said = o.folded[value.index]
        end = m.start()
        while end > 0 and m.start() - end < _GAP and t.text[end - 1] in _BETWEEN:
            end -= 1
        start = end - len(said)
        if len(said) >= _SHORTEST_WORDS and start >= 0 and t.low.startswith(said, start):
            yield Ref(value, start, m.end())


def _has_words(o: Offered, ref: Ref, letter_end: int) -> bool:
    assert isinstance(ref.value, Named)
    return ref.end - letter_end >= max(_SHORTEST_WORDS, len(o.folded[ref.value.index]))


def _has_rival(t: Text, o: Offered, r: Ref) -> bool:
    """Another option's words stand in its sentence, or in one behind it with a word such as "but", and are not set aside there."""
    first = sentence_start(t.text, r.start, _SENTENCE_REACH)
    stop = sentence_end(t.text, r.end)
    turn = o.lang.revise.search(t.low, r.end)
    stretches = [(first, stop), *([(turn.start(), sentence_end(t.text, turn.end()))] if turn else [])]
    rivals = (
        w for span in stretches for w in words.anywhere(o, t.low, *span) if not r.start <= w.start < r.end
    )
    return any(w.value != r.value and not _is_against(t, o, w) for w in rivals)


def _begins_line(t: Text, r: Ref) -> bool:
    return not t.text[t.text.rfind("\n", 0, r.start) + 1 : r.start].strip(" -*([")


def _is_listed(t: Text, o: Offered, r: Ref) -> bool:
    """The line above is the end of another option, or announces that options are gone through and this is the first: "let us look at each
    option:"."""
    line = t.text.rfind("\n", 0, r.start)
    above = t.text.rfind("\n", 0, max(0, line)) + 1
    announced = (o.lang.listing, o.lang.further, o.lang.plans)
    said = t.low[above : max(0, line)].strip(" .;,")
    if len(said) >= _SHORTEST_END and any(f.endswith(said) for f in o.folded):
        return True  # the end of a list of options
    heading = t.low[above : max(0, line)].rstrip(" :")
    if r.value != o.value(0) or any(m.end() == len(heading) for m in o.lang.copula.finditer(heading)):
        return False
    return t.text[above : max(0, line)].rstrip().endswith(":") and any(
        p.search(t.low, above, line) for p in announced
    )


def _turns(t: Text, o: Offered, r: Ref) -> bool:
    """What is said of the option on its line turns: "D: the box - That may be. However, it is old." """
    line = t.text.find("\n", r.end)
    return o.lang.revise.search(t.low, r.end, line if line >= 0 else len(t.text)) is not None


def _is_against(t: Text, o: Offered, r: Ref) -> bool:
    """A word for wrong, or a negation, stands in its sentence; where it begins its line, anywhere on it, and where it is all of that in the
    sentence below that speaks of it: "This is not said." """
    first = sentence_start(t.text, r.start, _SENTENCE_REACH)
    named = place.at(o, t, r.start)
    end = (
        max(r.end, named.end) if named and named.value == r.value else r.end
    )  # its own words may deny something
    stop = sentence_end(t.text, end)
    if _begins_line(t, r):
        line = t.text.find("\n", end)
        stop = line if line >= 0 else len(t.text)
    against = (o.lang.negation, o.lang.wrong)
    if _begins_line(t, r) and any(p.search(t.low, end, past_said_below(o, t, end)) for p in against):
        return True
    right = [m.start() for m in o.lang.right.finditer(t.low, end, stop)]
    if any(not any(p.search(t.low, max(end, at - _DENIAL_REACH), at) for p in against) for at in right):
        return False
    if any(p.search(t.low, end, stop) for p in against):
        return True
    return any(p.search(t.low, first, r.start) for p in against) and not _is_what_is_not(t, o, first, r.start)


def _is_what_is_not(t: Text, o: Offered, first: int, pos: int) -> bool:
    """A word such as "is" stands directly before the position, and the denial is a part of what was asked for: "the one that does not
    fit is C", no opinion: "I do not think that it is C"."""
    before = t.low[first:pos].rstrip(" \"'([:")
    noun = next((m.start() for m in o.lang.noun.finditer(before) if m.end() == len(before)), len(before))
    before = before[:noun].rstrip()
    copula = next((m for m in o.lang.copula.finditer(before) if m.end() == len(before)), None)
    if copula is None or o.lang.me.search(before) or o.lang.says.search(before):
        return False
    denials = [m.end() for p in (o.lang.negation, o.lang.wrong) for m in p.finditer(before)]
    return bool(denials) and max(denials) < copula.start() - 1


def _in_doubt(t: Text, o: Offered, r: Ref) -> bool:
    left, right = clause(t, r.start, r.end, o.lang, _CLAUSE_END)
    lang = o.lang
    first = sentence_start(t.text, r.start, _SENTENCE_REACH)
    if lang.others.match(t.low, past_space(t.low, first)):
        return True  # "a naive reader would answer (B) in the box"
    if lang.says.search(t.low, first, r.start) and not lang.me.search(t.low, first, r.start):
        return True
    return bool(
        lang.unsure.search(t.low, left, r.start)
        or lang.condition.search(t.low, first, r.start)
        or _LEAST.search(t.low, first, r.start)
        or lang.unsure.search(t.low, r.end, right)
        or lang.condition.search(t.low, r.end, right)
        or lang.plans.search(t.low, left, r.start)
        or shown_only(t, o, r.start)
        or doubtful(t, o, r.start, r.end)
    )
