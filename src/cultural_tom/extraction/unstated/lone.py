"""The only option that a short text names, and the row that its only sentence names."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.clauses import (
    CLAUSE_END,
    SENTENCE_END,
    others_speak,
    sentence_end,
    sentence_start,
)
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import all_of, only
from cultural_tom.extraction.phrases import WORD, is_word
from cultural_tom.extraction.references import letters, rows, words
from cultural_tom.extraction.references.content import stems
from cultural_tom.extraction.references.marks import goes_on_numbers, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.alone import ends_in_list
from cultural_tom.extraction.statements.doubt import asked, conditional, hearsay, shown_only
from cultural_tom.extraction.statements.names import OTHER_NAME

_OPERATORS = "·×*/^+−-=√∫"
LOOSE_SENTENCES = 2
"""A text without any statement is read by its only mention of an option up to this length; in longer ones
the mention may be a step of the reasoning."""
_UNSURE_REACH = 40
AT_END = re.compile(r"\s*(?:\Z|\n|[.,;:!?。！？、،؛।)\]}\"'」』-])")
LABEL_REACH = 4
_DENIAL_REACH = 12
_SHORTEST_BEGUN = 3
_NAME_REACH = 24
_SENTENCE_REACH = 200
_FEW = 2
_LONG = 100
_NUMBER = re.compile(r"\d+")
_MANY_NUMBERS = 4
_LABEL_AT_END = 5
_LABEL_BEFORE = re.compile(r"(?<!\w)\(?([A-Za-z])[).:] ?\Z")
_OPENED_LETTER = re.compile(r"\w [(\[]\s?[A-Za-z]\Z")  # where a text breaks off
_ASKED = ("confidence", "certainty", "grade", "score")  # which may be what is asked for
_WORD = re.compile(rf"[{WORD}]+")
_NOUN_AFTER = re.compile(r" (?:\d|[A-Z]{2,})")


def row_of_all(t: Text, o: Offered, spans: list[tuple[int, int]]) -> Refs | None:
    """The one row of options that the only sentence names."""
    row = all_of(o, t, *spans[0]) if len(spans) == 1 else None
    if row is None or o.lang.unsure.search(t.low, row.end):
        return None
    heading = t.low[: row.start].rstrip(" :")
    if o.lang.negation.fullmatch(heading) or o.lang.wrong.fullmatch(heading):
        return None  # "Incorrect: C, D"
    besides = t.text[: row.start] + t.text[row.end :]
    if len(set(row.values)) == o.n > _FEW and _WORD.search(besides):
        return None  # "the options are apple, bread and dates"
    return row


def mention(t: Text, o: Offered, spans: list[tuple[int, int]]) -> Refs | None:
    """The only option that a short text names, not in a condition, a question, a plan or a doubt."""
    if (
        len(spans) > LOOSE_SENTENCES
        or t.text.endswith(":")
        or ends_in_list(t, o)
        or _OPENED_LETTER.search(t.text, max(0, len(t.text) - _LABEL_AT_END))
        or (len(spans) == 1 and not any(o.asking) and t.text.rstrip(" \n\"'").endswith(("?", "؟")))
        or o.lang.condition.search(t.low)
        or _answered_with_no(t, o)
    ):
        return None
    row = only(o, t, 0, len(t.text), SENTENCE_END)
    if row is not None and o.undetermined is not None and row.values == (o.value(o.undetermined),):
        return None  # that nothing tells may be said of anything
    if row is not None and (_is_mere_letter(t, o, row) or _in_formula(t, row)):
        return None
    if row is not None and (o.lang.plans.search(t.low, 0, row.start) or _is_of_another(t, row.start)):
        return None
    if row is not None and (_is_set_back(t, o, row) or _hints_at_another(t, o, row)):
        return None
    if row is not None and (_begins_another(t, o, row) or _in_enumeration(t, row)):
        return None
    if row is not None and o.of_two and o.classes and _denied_class(t, o, row):
        return None
    if row is None or doubted(t, o, row) or _talks_of_option(t, o) or names_a_thing(t, o, row):
        return None
    return None if o.lang.unsure.search(t.low, max(0, row.start - _UNSURE_REACH), row.start) else row


def _in_formula(t: Text, row: Refs) -> bool:
    """The option is one sign of a formula: the π of "−π·(−1) + 0"."""
    around = t.text[max(0, row.start - 1) : row.start] + t.text[row.end : row.end + 1]
    return row.end - row.start == 1 and any(c in _OPERATORS for c in around)


def _in_enumeration(t: Text, row: Refs) -> bool:
    """The option is one of several numbers, or stands in a list of words: "1, 4, 9, 16", 细菌、真菌、病毒."""
    if t.text[row.start - 1 : row.start] == "、" == t.text[row.end : row.end + 1]:
        return True
    if t.text[row.start : row.end].isdigit() and goes_on_numbers(t.text, row.start):
        return True
    return t.text[row.start : row.end].isdigit() and len(_NUMBER.findall(t.text)) > _MANY_NUMBERS


def _breaks_off(t: Text, row: Refs) -> bool:
    """A long text ends without a point behind one short word more, as if within it: "so we can see that Anna kn"."""
    behind = t.text[row.end :].strip()
    return len(t.text) > _LONG and behind.isalpha() and len(behind) <= LABEL_REACH


def _begins_another(t: Text, o: Offered, row: Refs) -> bool:
    """A word of the text begins with the words of another option and goes on, as their other forms do: সিলেটে of সিলেট."""
    for i, f in enumerate(o.folded):
        if o.value(i) in row.values or len(f) < _SHORTEST_BEGUN:
            continue
        for at in _places(t.low, f):
            goes_on = not is_word(t.low[at - 1 : at]) and is_word(t.low[at + len(f) : at + len(f) + 1])
            own = words.at(o, t.low, at) if goes_on else None
            if goes_on and (own is None or own.value not in row.values):
                return True
    return False


def _places(low: str, words: str) -> Iterator[int]:
    at = low.find(words)
    while at >= 0:
        yield at
        at = low.find(words, at + 1)


def _is_of_another(t: Text, start: int) -> bool:
    """The option stands behind a heading of something else: "Opponent's move: defect"."""
    line = t.text.rfind("\n", 0, start) + 1
    heading = t.low[line:start].strip(" :*")
    return (
        t.text[line:start].endswith(": ") and heading not in _ASKED and OTHER_NAME.search(heading) is not None
    )


def _denied_class(t: Text, o: Offered, row: Refs) -> bool:
    """A negation stands before the class in its sentence, whatever between: "it is not considered as toxic"."""
    first = sentence_start(t.text, row.start, _SENTENCE_REACH)
    return o.lang.negation.search(t.low, first, row.start) is not None


def _is_mere_letter(t: Text, o: Offered, row: Refs) -> bool:
    """A bare capital that is an article ("A 40-year-old patient"), that a number stands behind ("A: 9"), or a verdict, so that options are
    judged in turn ("A: 错误")."""
    if row.end - row.start != 1 or not t.text[row.start].isascii() or o.lettered:
        return False
    colon = row.end + (t.text[row.end : row.end + 1] == ":")
    behind = past_space(t.low, colon)
    if colon > row.end and (t.text[behind : behind + 1].isdigit() or o.lang.wrong.match(t.low, behind)):
        return True
    return t.text[row.start] == "A" and _NOUN_AFTER.match(t.text, row.end) is not None


def _is_set_back(t: Text, o: Offered, row: Refs) -> bool:
    """A letter below a negation, a concession or a doubt of its sentence: "I would not opt for B", "while B is plausible"."""
    if row.end - row.start > LABEL_REACH:
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
    if row.end - row.start <= LABEL_REACH:
        return False
    said = {stems(o.lang, w) for w in _WORD.findall(t.low)}
    return any(
        own and own <= said and not words.stands_in(t.low, o.folded[i])
        for i, own in enumerate(o.telling)
        if Named(i) not in row.values
    )


def names_a_thing(t: Text, o: Offered, row: Refs) -> bool:
    """A letter, in brackets or not, that is a part of a name ("group B", "clause (a)", "from A to B") or talked about ("the letter B appears twice")."""
    said = t.text[row.start : row.end].strip("()[]")
    if len(said) != 1 or not said.isascii():
        return False
    if o.lang.things.search(t.low, max(0, row.start - _NAME_REACH), row.start):
        return True
    goes_on = AT_END.match(t.text, row.end) or letters.goes_on(o.lang, t.low, row.end)
    return not goes_on and t.low.endswith("letter ", 0, row.start)


def _answered_with_no(t: Text, o: Offered) -> bool:
    """A cue announces a negation: "the answer is: none of the options applies"."""
    return any(
        no.start() - m.end() <= _DENIAL_REACH
        for m in o.lang.cues(t.low)
        for word in (o.lang.negation, o.lang.none)
        if (no := word.search(t.low, m.end(), m.end() + _UNSURE_REACH))
    )


def doubted(t: Text, o: Offered, row: Refs) -> bool:
    """A question, a condition, or a letter that somebody else names or that stands beside a cue that counted as no
    statement. What a sentence that begins with somebody else thinks is none; by its words it is where only "he thinks" stands before it."""
    if (
        _labelled_otherwise(t, o, row)
        or _breaks_off(t, row)
        or asked(t, o, row.start, row.end)
        or conditional(t, o, row.start)
        or shown_only(t, o, row.start)
    ):
        return True
    first = sentence_start(t.text, row.start, _SENTENCE_REACH)
    *_, clause_before = CLAUSE_END.split(t.low[first : row.start])
    if others_speak(o, clause_before.strip(), 0) or others_speak(o, t.low, past_space(t.low, first)):
        return True
    if row.end - row.start > LABEL_REACH or any(t.low[row.start : row.end] in words for words in o.surfaces):
        return False
    return hearsay(t, o, row.start) or o.lang.any_cue.pattern.search(t.low) is not None


def _labelled_otherwise(t: Text, o: Offered, row: Refs) -> bool:
    """The mark of another option stands directly before the words, where they stand last: "so it is a) in the second box"."""
    own = (o.folded[v.index] for v in row.values if isinstance(v, Named))
    at = max((t.low.rfind(f, row.start, row.end) for f in own), default=-1)
    at -= len(next((w for w in o.lang.determiners if at > 0 and t.low.endswith(w, 0, at)), ""))
    label = _LABEL_BEFORE.search(t.text, max(0, at - LABEL_REACH), at) if at > 0 else None
    other = o.of_letter(label[1]) if label else None
    return isinstance(other, Named) and other not in row.values


def _talks_of_option(t: Text, o: Offered) -> bool:
    """The text begins with "option A" or "choosing A" and goes on about it: 选项A说…"""
    noun = o.lang.noun.match(t.low) or (o.lang.cue.match(t.low) if o.lang.no_cue.match(t.low) else None)
    weak = max((w for w in o.lang.imperative if t.low.startswith(w)), key=len, default="")
    if not noun and not weak:
        return False
    row = rows.at(o, t, 0 if noun else len(weak))
    return row is not None and not AT_END.match(t.text, rows.past_tail(o, t, row.end))
