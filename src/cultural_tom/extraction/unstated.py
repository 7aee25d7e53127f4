"""What answers a text that states none: words in bold, how it begins, its conclusion, its only mention."""

import re
from collections.abc import Iterator
from itertools import islice

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.avowed import avowed
from cultural_tom.extraction.classed import classed
from cultural_tom.extraction.clauses import (
    CLAUSE_END,
    SENTENCE_END,
    last_sentences,
    negated,
    sentence_end,
    sentence_start,
    sentences,
)
from cultural_tom.extraction.clean import Text, fold, part
from cultural_tom.extraction.glossed import glossed
from cultural_tom.extraction.mentions import all_of, only, ruled_in
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.picked import picked
from cultural_tom.extraction.praised import praised
from cultural_tom.extraction.ranked import ranked
from cultural_tom.extraction.references import core, labels, letters, numbers_of_many, rows, words
from cultural_tom.extraction.references.offered import Offered, stems
from cultural_tom.extraction.references.value import CLASH, Named, Refs, all_named
from cultural_tom.extraction.statements.alone import announced_in_doubt
from cultural_tom.extraction.statements.doubt import asked, conditional, hearsay, shown_only
from cultural_tom.extraction.statements.statement import Statement
from cultural_tom.extraction.told import told

LOOSE_SENTENCES = 2
"""A text without any statement is read by its only mention of an option up to this length; in longer ones
the mention may be a step of the reasoning."""

_AFTER_BEGINNING = tuple(".。!:-,،、;(।\n")
_AFTER_CONCLUSION = ("", ".", ",", "!", "。", "।", "、", "،")
_BEFORE_CONCLUSION = (",", " ", "、", "،", ":")
_SO_REACH = 30
_UNSURE_REACH = 40
_MOST_LINES = 12
_AT_END = re.compile(r"\s*(?:\Z|\n|[.,;:!?。！？、،؛।)\]}\"'」』-])")
_LABEL_REACH = 4
_FIRST_WORDS = 12
_SHORTEST_CUT = 4
_LIST_COMMAS = (",", "،", "、")
_LIST_REACH = 60
_SHORT = 200
_LONGEST_YES = 12
_UNSPACED = re.compile("[\u3040-\u9fff]")
_COMMAS = ",，、،:"
_DENIAL_REACH = 12
_MOST_DENYING = 3
_HEADING_REACH = 4
_NAME_REACH = 24
_SENTENCE_REACH = 200
_KEYS = re.compile(r"\{\s?([\"'])\w\1\s?:[^:]{0,300},\s?\1\w\1\s?:")
"""Letters as the keys of JSON, more than one: what is said of each option, such as how likely it is."""
_NUMBERED = re.compile(r"\d{1,2}[.、]")
_WORD = re.compile(rf"[{WORD}]+")
_EQUALS = re.compile("[=≈]")


def unstated(t: Text, o: Offered) -> Statement | None:
    """The one answer in bold; else the beginning and the conclusion, which must not differ; else the one option that
    is told in full; else the only mention."""
    return _bold(t, o) or _loose(t, o)


def _bold(t: Text, o: Offered) -> Statement | None:
    """The one answer that stands in bold."""
    found = [
        (words, row)
        for words in t.bold
        if words != t.text and (row := rows.whole(o, part(words))) and not words.endswith(("?", "؟"))
    ]
    if len({frozenset(row.values) for _, row in found}) != 1:
        return None
    if o.many and len(found) < len(t.bold):
        return None  # one of several that are in bold
    words, row = found[-1]
    start = t.text.rfind(words)  # markup within the bold words may have changed them
    if (
        len(t.text) > _SHORT
        and not t.text.endswith(words)
        and (t.text[-1].isalnum() or t.text[-1] in _COMMAS)
    ):
        return None  # the text breaks off: it may be a heading of what is looked at, or words of the question
    if not all_named(row.values) or t.text.startswith(f"{words}:", start) or announced_in_doubt(t, o, start):
        return None
    return Statement(row.values, *((start, start + len(words)) if start >= 0 else (0, len(t.text))), "bold")


def _loose(t: Text, o: Offered) -> Statement | None:
    ends = last_sentences(o, t)
    if not ends:
        return None
    first = _beginning(t, o) or core.opening(o, t)
    if (
        first is not None
        and _NUMBERED.match(t.text)
        and (named := told(t, o))
        and named.values != first.values
    ):
        first = None  # the number of the question: "3. The drug is D: fluconazole."
    last = _conclusion(t, o, *ends[-1]) or _yes_or_no_line(t, o)
    if first is not None and o.yes_no and first.end <= _LONGEST_YES and _declines(t, o):
        first = None  # "Yes, I can help with that! Please provide the text."
    if first is not None and last is not None and set(first.values) != set(last.values):
        return Statement((CLASH,), first.start, last.end, "conclusion")
    if last is not None:
        return _statement(last, "conclusion")
    if first is not None:
        return _statement(first, "beginning")
    if not o.many and (
        row := told(t, o) or praised(t, o) or ranked(t, o) or glossed(t, o) or avowed(t, o) or classed(t, o)
    ):
        return _statement(row, "conclusion")
    if not o.many and (row := _cut_off(t, o)):
        return _statement(row, "mention")
    if o.many and (row := picked(t, o) or glossed(t, o)):
        return _statement(row, "conclusion")
    spans = list(islice(sentences(o, t), LOOSE_SENTENCES + 1))
    if not o.many and _declines(t, o):
        return None
    row = _list(t, o, spans) if o.many else _mention(t, o, spans)
    return _statement(row, "mention") if row else None


def _declines(t: Text, o: Offered) -> bool:
    """The text refuses, asks back or says that nothing tells, in words that no option has."""
    m = o.lang.declines.search(t.low)
    return m is not None and not any(m[0] in f for f in o.folded)


def _cut_off(t: Text, o: Offered) -> Refs | None:
    """The text is the beginning of one option's words, cut off: "Astra" where one region is called Astrakhan."""
    said = fold(t.text)
    if not _SHORTEST_CUT <= len(said) < o.longest:
        return None
    found = [i for i, f in enumerate(o.folded) if f.startswith(said)]
    others = (f for i, f in enumerate(o.folded) if i not in found)
    if len(found) != 1 or any(f" {said}" in f for f in others) or o.lang.none.match(said):
        return None
    return Refs((o.value_of_words(found[0]),), 0, len(t.text))


def _statement(row: Refs, rule: Rule) -> Statement:
    return Statement(row.values, row.start, row.end, rule)


def _list(t: Text, o: Offered, spans: list[tuple[int, int]]) -> Refs | None:
    """The one row of options that the only sentence names."""
    return all_of(o, t, *spans[0]) if len(spans) == 1 else None


def _mention(t: Text, o: Offered, spans: list[tuple[int, int]]) -> Refs | None:
    """The only option that a short text names, not in a condition, a question, a plan or a doubt."""
    if (
        len(spans) > LOOSE_SENTENCES
        or t.text.endswith(":")
        or o.lang.condition.search(t.low)
        or _answered_with_no(t, o)
    ):
        return None
    row = only(o, t, 0, len(t.text), SENTENCE_END)
    if row is not None and o.lang.plans.search(t.low, 0, row.start):
        return None
    if row is not None and (_is_set_back(t, o, row) or _hints_at_another(t, o, row)):
        return None
    if row is None and o.numeric and len(spans) == 1:
        row = _amount(t, o)
    if row is None or _doubted(t, o, row) or _talks_of_option(t, o) or _names_a_thing(t, o, row):
        return None
    return None if o.lang.unsure.search(t.low, max(0, row.start - _UNSURE_REACH), row.start) else row


def _is_set_back(t: Text, o: Offered, row: Refs) -> bool:
    """A letter below a negation, a concession or a doubt of its sentence: "I would not opt for B", "while B is plausible"."""
    if row.end - row.start > _LABEL_REACH:
        return False
    first = sentence_start(t.text, row.start, _SENTENCE_REACH)
    lang = o.lang
    *_, nearest = [first, *(m.end() for m in CLAUSE_END.finditer(t.text, first, row.start))]
    return bool(
        lang.negation.search(t.low, nearest, row.start)
        or lang.concede.search(t.low, first, row.start)
        or lang.whether.search(t.low, first, row.start)
        or lang.doubt_after.search(t.low, row.end, sentence_end(t.text, row.end))
    )


def _hints_at_another(t: Text, o: Offered, row: Refs) -> bool:
    """The option is named by its words, and so is another one in another form: "einen trockenen Riesling ..., Eiswein zum
    Dessert" of "Ein trockener Riesling" and "Eiswein"."""
    if row.end - row.start <= _LABEL_REACH:
        return False
    said = {stems(o.lang, w) for w in _WORD.findall(t.low)}
    return any(
        own and own <= said and not words.stands_in(t.low, o.folded[i])
        for i, own in enumerate(o.telling)
        if Named(i) not in row.values
    )


def _names_a_thing(t: Text, o: Offered, row: Refs) -> bool:
    """A bare letter that is a part of a name ("group B", "from A to B") or talked about ("the letter B appears twice")."""
    if row.end - row.start != 1 or not t.text[row.start].isascii():
        return False
    if o.lang.things.search(t.low, max(0, row.start - _NAME_REACH), row.start):
        return True
    goes_on = _AT_END.match(t.text, row.end) or letters.goes_on(o.lang, t.low, row.end)
    return not goes_on and t.low.endswith("letter ", 0, row.start)


def _answered_with_no(t: Text, o: Offered) -> bool:
    """A cue announces a negation: "the answer is: none of the options applies"."""
    return any(
        no.start() - m.end() <= _DENIAL_REACH
        for m in o.lang.cues(t.low)
        for word in (o.lang.negation, o.lang.none)
        if (no := word.search(t.low, m.end(), m.end() + _UNSURE_REACH))
    )


def _amount(t: Text, o: Offered) -> Refs | None:
    """The number that the only sentence ends with, where options are numbers: "The length is 6." """
    if o.lang.negation.search(t.low):
        return None
    found = [words.at(o, t.low, m.end() + (t.low[m.end() : m.end() + 1] == " ")) for m in _equals(t, o)]
    numbers = [row for row in found if row is not None]
    if len({row.value for row in numbers}) != 1 or t.text[numbers[-1].end :].strip(" .。।"):
        return None
    return Refs((numbers[-1].value,), numbers[-1].start, numbers[-1].end)


def _equals(t: Text, o: Offered) -> list[re.Match[str]]:
    """Words and signs that say what a number is, in the order of the text."""
    return sorted([*o.lang.copula.finditer(t.low), *_EQUALS.finditer(t.low)], key=lambda m: m.start())


def _doubted(t: Text, o: Offered, row: Refs) -> bool:
    """A question, a condition, or a letter that somebody else names or that stands beside a cue that counted as no
    statement. What somebody thinks is an answer by its words."""
    if asked(t, o, row.start, row.end) or conditional(t, o, row.start) or shown_only(t, o, row.start):
        return True
    *_, clause_before = CLAUSE_END.split(
        t.low[sentence_start(t.text, row.start, _SENTENCE_REACH) : row.start]
    )
    if o.lang.others.match(clause_before.strip()):
        return True
    if row.end - row.start > _LABEL_REACH:
        return False
    return hearsay(t, o, row.start) or o.lang.any_cue.pattern.search(t.low) is not None


def _talks_of_option(t: Text, o: Offered) -> bool:
    """The text begins with "option A" or "choosing A" and goes on about it: 选项A说…"""
    noun = o.lang.noun.match(t.low) or (o.lang.cue.match(t.low) if o.lang.no_cue.match(t.low) else None)
    weak = next((w for w in o.lang.imperative if t.low.startswith(w)), "")
    if not noun and not weak:
        return False
    row = rows.at(o, t, 0 if noun else len(weak))
    return row is not None and not _AT_END.match(t.text, rows.past_tail(o, t, row.end))


def _beginning(t: Text, o: Offered) -> Refs | None:
    """The text begins with an answer and goes on to explain it: "B, because …", "Yes. She …"."""
    row = None if t.text.startswith("#") or _KEYS.match(t.text) else rows.at(o, t, 0)
    if row is None or (o.many and negated(t, 0, row.end, o.lang)) or _is_listing(t, o, row):
        return None
    rest = t.text[rows.past_tail(o, t, row.end) :].lstrip(" )]}\"'")
    if not o.many and _listed_with_others(t, o, row):
        return None
    if rest.strip() == ":" and row.end > _LABEL_REACH:
        return None  # cut off where an option begins to be weighed
    if o.many and rest.startswith(": ") and o.lang.correct.pattern.match(t.low, len(t.text) - len(rest) + 2):
        return None  # the verdict on one option is not yet the list
    if _dismissed(t, o, row, len(t.text) - len(rest)):
        return None
    weighed = rest[:1] in (":", "-") and not _goes_on_as_option(o, row, rest)
    if weighed and negated(t, row.start, row.end, o.lang, SENTENCE_END):
        return None
    if o.lang.supposing.match(t.low, len(t.text) - len(rest.lstrip(" :-,.;"))):
        return None
    goes_on = (
        _bracketed(t, o, row)
        or _labelled_words(t, o, row)
        or rest[:1] in _AFTER_BEGINNING
        or o.lang.because.match(t.low, len(t.text) - len(rest))
        or _explained(t, o, len(t.text) - len(rest))
    )
    return row if goes_on and not (o.many and _names_more(t, o, row)) else None


def _dismissed(t: Text, o: Offered, row: Refs, pos: int) -> bool:
    """Nothing but a denial follows an option's words: "laughing at him, certainly not"."""
    if row.end - row.start <= _LABEL_REACH or t.text[pos : pos + 1] not in (*_LIST_COMMAS, "-", ":"):
        return False
    if o.lang.no.match(t.low, row.start) or o.lang.yes.match(t.low, row.start):
        return False  # "No, he does not." where that is an option
    said = t.low[pos + 1 : sentence_end(t.text, pos + 1)]
    return (
        len(said.split()) <= _MOST_DENYING
        and o.lang.negation.search(said) is not None
        and not any(ruled_in(o, t, pos, pos + 1 + len(said), besides=row.values))
    )


def _listed_with_others(t: Text, o: Offered, row: Refs) -> bool:
    """The option's words stand first in a list that goes on with the words of another: "the stem, the leaf"."""
    if row.end - row.start <= _LABEL_REACH or t.text[row.end : row.end + 1] not in _LIST_COMMAS:
        return False
    stop = min(sentence_end(t.text, row.end), row.end + _LIST_REACH)
    because = o.lang.because.search(t.low, row.end, stop)
    return any(ruled_in(o, t, row.end, because.start() if because else stop, besides=row.values))


def _explained(t: Text, o: Offered, pos: int) -> bool:
    """At the position stands a heading such as "explanation:", and no other option has one."""
    m = o.lang.explains.match(t.low, pos)
    colon = t.text.find(":", m.end(), m.end() + _HEADING_REACH) if m else -1
    if m is None or colon < 0:
        return False
    later = (
        t.text[max(0, k.start() - 2) : k.start()].strip() for k in o.lang.explains.finditer(t.low, colon)
    )
    return not any(before[-1:].isascii() and before[-1:].isupper() for before in later)


def _goes_on_as_option(o: Offered, row: Refs, rest: str) -> bool:
    """After the letter stand the first words of its option: an answer that is cut off."""
    value = row.values[0]
    said = fold(rest)[:_FIRST_WORDS]
    return isinstance(value, Named) and len(said) > 1 and o.folded[value.index].startswith(said)


def _bracketed(t: Text, o: Offered, row: Refs) -> bool:
    """The text begins with a labelled letter, as a list of options does ("b) the box"), and not with the first part of
    an answer that has several ("a) ... b) ...")."""
    label = labels.at(o, t, 0)
    if label is None or len(row.values) > 1 or row.end > max(label.end, _LABEL_REACH):
        return False
    after = chr(ord(t.text[label.start]) + 1)
    return not (f"{after})" in t.text or any(f.startswith(f"{t.low[label.start]})") for f in o.folded))


def _labelled_words(t: Text, o: Offered, row: Refs) -> bool:
    """A label with the words of its option, and the text goes on without a space, as Chinese may: "(B)民主根据…"."""
    label = labels.at(o, t, 0)
    if o.many or label is None or label.end >= row.end or not _UNSPACED.match(t.text, row.end):
        return False
    return not negated(t, row.start, row.end, o.lang, SENTENCE_END)


def _is_listing(t: Text, o: Offered, first: Refs) -> bool:
    """A later line begins with another option: the options are gone through one by one."""
    return any(
        row is not None and set(row.values) != set(first.values)
        for row in (rows.at(o, t, start) for start in _later_lines(t.text))
    )


def _later_lines(text: str) -> Iterator[int]:
    """Where the second and the next lines begin."""
    start = text.find("\n") + 1
    for _ in range(_MOST_LINES):
        if not start:
            return
        yield start
        start = text.find("\n", start) + 1


def _names_more(t: Text, o: Offered, row: Refs) -> bool:
    """This sentence or the next one names further options without ruling them out ("Anna. Ben too.")."""
    stop = sentence_end(t.text, sentence_end(t.text, row.end) + 1)
    return any(ruled_in(o, t, row.end, stop, besides=row.values))


def _conclusion(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The last sentence, where it draws a conclusion ("so", "therefore")."""
    for so in o.lang.so.finditer(t.low, start, end):
        pos = so.end()
        while t.text[pos : pos + 1] in _BEFORE_CONCLUSION and pos < end:
            pos += 1
        direct = rows.at(o, t, pos) or _called_right(t, o, pos)
        if direct is not None and conditional(t, o, direct.start):
            return None
        if direct is not None and isinstance(direct.values[0], Named):
            after = rows.past_tail(o, t, direct.end)
            if t.text[after : after + 1] in _AFTER_CONCLUSION:
                return direct
        if so.start() <= start + _SO_REACH:
            row = _all_named(t, o, pos, end) if o.many else only(o, t, pos, end)
            if row and not (_doubted(t, o, row) or _names_a_thing(t, o, row) or _conceded(t, o, pos, row)):
                return row
    return _after_reason(t, o, start, end)


def _yes_or_no_line(t: Text, o: Offered) -> Refs | None:
    """The last line, where it begins with yes or no and the line before announces it: "I conclude that:", "YES, it is." """
    line = t.text.rfind("\n") + 1
    if not o.yes_no or not line or t.text[line - 2 : line - 1] != ":":
        return None
    row = rows.at(o, t, line)
    if row is None or t.text[row.end : row.end + 1] not in (",", "，", "、", "،", "."):
        return None
    before = t.text.rfind("\n", 0, line - 1) + 1
    doubted = o.lang.whether.search(t.low, before, line) or announced_in_doubt(t, o, line)
    return None if doubted or conditional(t, o, line) else row


def _conceded(t: Text, o: Offered, start: int, row: Refs) -> bool:
    """A word such as "although" opens the clause of the option: "so she looks there, although it is in the box"."""
    nearest = [m.end() for m in CLAUSE_END.finditer(t.text, start, row.start)][-1:]
    return bool(nearest) and o.lang.concede.search(t.low, nearest[0], row.start) is not None


def _all_named(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The row of options that the conclusion names; by their numbers, where no negation stands before them."""
    row = numbers_of_many.the_one(o, t, start, end)
    return row if row and not negated(t, row.start, row.end, o.lang) else all_of(o, t, start, end)


def _called_right(t: Text, o: Offered, pos: int) -> Refs | None:
    """A verb, an option and a word for right, where the clause ends: "somit ist Option A zutreffend"."""
    verb = o.lang.copula.match(t.low, pos)
    row = rows.at(o, t, verb.end() + 1) if verb and o.lang.noun.match(t.low, verb.end() + 1) else None
    word = o.lang.right.match(t.low, row.end + 1) if row else None
    if row is None or word is None or not _AT_END.match(t.text, word.end()) or asked(t, o, pos, word.end()):
        return None
    return Refs(row.values, row.start, word.end())


def _after_reason(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """The last sentence gives a reason and then, after its last comma, an answer: "Since he left, option B." """
    first = start + (t.text[start : start + 1] == " ")
    comma = max(t.text.rfind(c, start, end) for c in ",،、")
    if comma < 0 or not o.lang.because.match(t.low, first):
        return None
    row = rows.at(o, t, comma + 1)
    return row if row is not None and _AT_END.match(t.text, row.end) and all_named(row.values) else None
