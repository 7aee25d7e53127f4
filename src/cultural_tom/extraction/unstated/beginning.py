"""A text that begins with an answer and goes on to explain it: "B, because …", "Yes. She …"."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.clauses import (
    SENTENCE_END,
    negated,
    sentence_end,
)
from cultural_tom.extraction.clean import Text, fold, part
from cultural_tom.extraction.mentions import ruled_in
from cultural_tom.extraction.references import labels, letters, rows, words
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.place import past_determiner
from cultural_tom.extraction.references.value import CLASH, Named, Refs, all_named
from cultural_tom.extraction.unstated.lone import LABEL_REACH

_AFTER_BEGINNING = tuple(".。!:-,،、;([।\n")
_STOP = re.compile(r"(?:[)\]\"']{0,2} ?[.,;!。，、،](?![.…])|[)\]]) ?")
_SENTENCE_ENDS = (".", "。", "।", "!", "！", "۔")
_MOST_LINES = 12
_HESITATION = 40
_SHARES = re.compile(
    r"[(\[]?\w{1,2}[)\]]?\s?[:=]\s?[01]?\.\d"
)  # how likely each option is: "1: 0.31 / 2: 0.44"
_FIRST_WORDS = 12
_LIST_COMMAS = (",", "،", "、")
_BEFORE_DENIAL = (*_LIST_COMMAS, "-", ":")
_LIST_REACH = 60
_UNSPACED = re.compile("[\u3040-\u9fff]")
_STROKE = re.compile(r"\s?/\s?[\u3040-\u9fff]")
_MOST_DENYING = 3
_HEADING_REACH = 4
_SUM = re.compile(r"\s?[−+=×*/^-]\s?\d")
_FIRST_ITEM = re.compile(r"1[.)] ")
_NUMBERED_QUESTION = re.compile(r"\d{1,2}[.)] [^\n]*[?？؟]\s*(?:\n|\Z)")
_ITEM = re.compile(r"\d{1,2}[.、] ?(?=[^\s\d])")
_SHORTEST_REPEATED, _OFTEN = 8, 2
_GLANCE, _LONG_ITEM = 6, 200
_SECOND_ITEM = re.compile(r"\s2(?:[.)] |\Z)")
_NO_MARKS = dict.fromkeys(map(ord, ".,;/、()"), " ")
_LONGEST_ROW = 60
_FEWEST_WALKED = 3
_MAPPING = re.compile(r"[(\[]?[A-Z][)\]]? ?(?:->|=>|→|\|) ?[(\[]?[A-Z][)\]]?[.。]?")
_FIRST_LABEL = re.compile(r"A([:.)：])")
_KEYS = re.compile(r"\{\s?([\"'])\w\1\s?:[^:]{0,300},\s?\1\w\1\s?:")
"""Letters as the keys of JSON, more than one: what is said of each option, such as how likely it is."""


def beginning(t: Text, o: Offered) -> Refs | None:
    """The text begins with an answer and goes on to explain it: "B, because …", "Yes. She …"."""
    row = None if t.text.startswith("#") or _KEYS.match(t.text) or _SHARES.match(t.text) else rows.at(o, t, 0)
    if (
        row is not None
        and _FIRST_ITEM.match(t.text)
        and (_SECOND_ITEM.search(t.text) or t.text.endswith(":"))
    ):
        return None  # a list with numbers
    if row is not None and _is_numbered_item(t, o, row):
        return None
    if row is not None and _NUMBERED_QUESTION.match(t.text) and row.end <= LABEL_REACH:
        return None
    if row is None or (o.many and negated(t, 0, row.end, o.lang)) or _is_listing(t, o, row):
        return None
    if o.amounts is not None and not t.text[row.start].isalpha() and _SUM.match(t.text, row.end):
        return None  # "3 kg − 2.7 kg = 0.3 kg"
    if o.many and (noun := o.lang.noun.match(t.low, 0)) and f"\n{t.text[: noun.end()]} " in t.text:
        return None  # "Statement 1: …", "Statement 2: …": each is looked at
    if (other := _corrected(t, o, row)) is not None:
        return other
    if not o.many and (_is_row_of_marks(t.text) or _labels_in_a_row(t) or _MAPPING.fullmatch(t.text)):
        return None
    rest = t.text[rows.past_tail(o, t, row.end) :].lstrip(" )]}\"'")
    if not o.many and (_listed_with_others(t, o, row) or _walks_through(t, o) or _denied_again(t, o, row)):
        return None
    if rest.strip() == ":" and row.end > LABEL_REACH:
        return None  # cut off where an option begins to be weighed
    if o.many and rest.startswith(": ") and o.lang.correct.pattern.match(t.low, len(t.text) - len(rest) + 2):
        return None  # the verdict on one option is not yet the list
    if (
        not o.many
        and rest[:1] == ":"
        and row.end <= LABEL_REACH * 3
        and _another_behind(t, o, row, len(t.text) - len(rest))
    ):
        return None
    if _dismissed(t, o, row, len(t.text) - len(rest)):
        return None
    behind = rows.at(o, t, len(t.text) - len(rest)) if rest[:1] == "[" else None
    if behind is not None and behind.values != row.values:
        return None  # "[entailment] [neutral] [contradiction]"
    if rest[:2] == ".." and o.lang.revise.search(t.low, row.end, row.end + _HESITATION):
        return None  # "In the basket... no, wait."
    if not o.many and row.end <= LABEL_REACH and _own_words_denied(t, o, row, rest):
        return None
    weighed = rest[:1] in (":", "-") and not _goes_on_as_option(o, row, rest)
    if weighed and negated(t, row.start, row.end, o.lang, SENTENCE_END):
        return None
    behind_sign = len(t.text) - len(rest.lstrip(" :-,.;"))
    if o.lang.supposing.match(t.low, behind_sign):
        return None
    if weighed and row.end <= LABEL_REACH and o.yes_no is None and _is_verdict(t, o, behind_sign):
        return None  # "A: no, B: yes"
    goes_on = (
        _bracketed(t, o, row)
        or _labelled_words(t, o, row)
        or _alone_labelled(t, o, row)
        or _in_another_script(t, o, row)
        or rest[:1] in _AFTER_BEGINNING
        or o.lang.because.match(t.low, len(t.text) - len(rest))
        or _explained(t, o, len(t.text) - len(rest))
    )
    return row if goes_on and not (o.many and _names_more(t, o, row)) else None


def _is_numbered_item(t: Text, o: Offered, row: Refs) -> bool:
    """A number, and behind it another option's label or words, a sentence that is repeated, or much that is not how the option begins: not
    the number of an option, but of a question or an item."""
    m = _ITEM.match(t.text)
    if m is None or o.many or row.end > m.end():
        return False
    other = labels.at(o, t, m.end()) or words.at(o, t.low, m.end())
    if other is not None and other.value not in row.values:
        return True
    stop = sentence_end(t.text, m.end())
    named = {r.value for r in words.anywhere(o, t.low, m.end(), stop)}
    if named:
        return not named.intersection(row.values)
    if o.lang.because.match(t.low, m.end()):
        return False  # "2. Because she saw it."
    said = t.text[m.end() : stop]
    if len(said) > _SHORTEST_REPEATED and t.text.count(said) > _OFTEN:
        return True
    own = (o.folded[v.index][:_GLANCE] for v in row.values if isinstance(v, Named))
    length = len(t.text) + 2 * len(_UNSPACED.findall(t.text[:_LONG_ITEM]))
    return (length > _LONG_ITEM or "\n" in t.text[stop:]) and not any(
        t.low.startswith(w, m.end()) for w in own
    )


def _is_verdict(t: Text, o: Offered, pos: int) -> bool:
    """Nothing but a word for no or wrong stands there."""
    said = o.lang.no.match(t.low, pos) or o.lang.wrong.match(t.low, pos)
    return said is not None and END.match(t.text, said.end()) is not None


def _corrected(t: Text, o: Offered, row: Refs) -> Refs | None:
    """The option that stands behind "no" directly after the first: "B. No, C."; a contradiction where more is said of it, or several
    may be right."""
    stop = _STOP.match(t.text, row.end - (t.text[row.end - 1] in ")]"))
    no = o.lang.no.match(t.low, stop.end()) if stop and not o.yes_no else None
    then = _STOP.match(t.text, no.end()) if no else None
    other = None
    if then is not None:
        other = rows.at(o, t, then.end()) or rows.at(o, t, past_determiner(o, t, then.end()))
    if other is None or other.values == row.values or not all_named(other.values):
        return None
    stop = _STOP.match(t.text, other.end)
    goes_on = stop is not None and o.lang.no.match(t.low, stop.end()) is not None  # one after the other
    ends = (
        END.match(t.text, other.end) is not None and not goes_on and t.text[other.end : other.end + 1] != ":"
    )
    return Refs(other.values if ends and not o.many else (*row.values, CLASH), row.start, other.end)


def _is_row_of_marks(text: str) -> bool:
    """The first line holds nothing but two or more capitals: "A. B", "(A) (B) (C)"."""
    line = text[: text.find("\n")] if "\n" in text else text
    marks = line.translate(_NO_MARKS).split() if len(line) <= _LONGEST_ROW else []
    return len(marks) > 1 and all(len(mark) == 1 and mark.isascii() and mark.isupper() for mark in marks)


def _labels_in_a_row(t: Text) -> bool:
    """The first line labels A, B and C one after the other."""
    m = _FIRST_LABEL.match(t.text)
    if m is None:
        return False
    stop = t.text.find("\n")
    line = t.text[: stop if stop >= 0 else len(t.text)]
    at = line.find(f"B{m[1]}")
    return 0 < at < line.find(f"C{m[1]}")


def _another_behind(t: Text, o: Offered, row: Refs, colon: int) -> bool:
    """Another option stands behind the colon and nothing else on the line: "Answer 1: C" is on the first question."""
    end = t.text.find("\n", colon)
    said = rows.whole(o, part(t.text[colon + 1 : end if end >= 0 else len(t.text)]))
    return said is not None and all_named(said.values) and said.values != row.values


def _dismissed(t: Text, o: Offered, row: Refs, pos: int) -> bool:
    """Nothing but a denial follows an option's words: "laughing at him, certainly not"."""
    if row.end - row.start <= LABEL_REACH or t.text[pos : pos + 1] not in _BEFORE_DENIAL:
        return False
    if o.lang.no.match(t.low, row.start) or o.lang.yes.match(t.low, row.start):
        return False  # "No, he does not." where that is an option
    said = t.low[pos + 1 : sentence_end(t.text, pos + 1)]
    return (
        len(said.split()) + len(_UNSPACED.findall(said)) // 2 <= _MOST_DENYING
        and o.lang.negation.search(said) is not None
        and not any(ruled_in(o, t, pos, pos + 1 + len(said), besides=row.values))
    )


def _listed_with_others(t: Text, o: Offered, row: Refs) -> bool:
    """The option's words stand first in a list that goes on with the words of another: "the stem, the leaf"."""
    dash = t.text[row.end : row.end + 3] == " - "
    if row.end - row.start <= LABEL_REACH or not (dash or t.text[row.end : row.end + 1] in _LIST_COMMAS):
        return False
    stop = min(sentence_end(t.text, row.end), row.end + _LIST_REACH)
    because = o.lang.because.search(t.low, row.end, stop)
    return any(ruled_in(o, t, row.end, because.start() if because else stop, besides=row.values))


def _walks_through(t: Text, o: Offered) -> bool:
    """The first three options stand one after the other with their marks in brackets and their words: "(A) Anna had … (B) Ben had …
    (C) …"."""
    if o.n < _FEWEST_WALKED or t.text[:1] != "(":
        return False
    at = 0
    for i in range(_FEWEST_WALKED):
        at = t.low.find(f"({chr(97 + i)}) {o.folded[i]}", at)
        if at < 0 or (i == 0 and at > 0):
            return False
    return True


def _denied_again(t: Text, o: Offered, row: Refs) -> bool:
    """The mark stands once more in brackets and is denied: "B (B) is not necessary"."""
    again = labels.at(o, t, row.end + 1)
    if again is None or again.value not in row.values or t.text[row.end + 1 : row.end + 2] != "(":
        return False
    verb = o.lang.copula.match(t.low, past_space(t.low, again.end))
    return verb is not None and o.lang.negation.match(t.low, verb.end() + 1) is not None


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


def _own_words_denied(t: Text, o: Offered, row: Refs, rest: str) -> bool:
    """Behind the mark the first words of its option become a sentence that denies something which the option does not, and a later sentence
    names another: "A) The agent does not matter. C is also not correct"."""
    value = row.values[0]
    if not _goes_on_as_option(o, row, rest) or not isinstance(value, Named):
        return False
    stop = sentence_end(t.text, row.end)
    if o.lang.negation.search(o.folded[value.index]) or not o.lang.negation.search(t.low, row.end, stop):
        return False
    return any(r.value != value for r in letters.anywhere(o, t, stop, len(t.text)))


def _bracketed(t: Text, o: Offered, row: Refs) -> bool:
    """The text begins with a labelled letter, as a list of options does ("b) the box"), and not with the first part of
    an answer that has several ("a) ... b) ...")."""
    label = labels.at(o, t, 0)
    if label is None or len(row.values) > 1 or row.end > max(label.end, LABEL_REACH):
        return False
    after = chr(ord(t.text[label.start]) + 1)
    return not (f"{after})" in t.text or any(f.startswith(f"{t.low[label.start]})") for f in o.folded))


def _labelled_words(t: Text, o: Offered, row: Refs) -> bool:
    """A label with the words of its option, and the text goes on without a space, as Chinese may: "(B)民主根据…"."""
    label = labels.at(o, t, 0)
    if o.many or label is None or label.end >= row.end or not _UNSPACED.match(t.text, row.end):
        return False
    return not negated(t, row.start, row.end, o.lang, SENTENCE_END)


def _alone_labelled(t: Text, o: Offered, row: Refs) -> bool:
    """A label with the words of its option that go on as a sentence, in a whole text that names no other option by its mark: not
    the first one, with which options may begin to be gone through."""
    label = labels.at(o, t, 0)
    if o.many or label is None or label.end >= row.end or not row.values:
        return False
    if row.values[0] == o.value(0) and ("\n" in t.text or not _reasoned(t, o, row.end)):
        return False
    if t.text[-1:] not in _SENTENCE_ENDS or t.text[row.end : row.end + 1] != " ":
        return False
    return not any(r.value not in row.values for r in letters.anywhere(o, t, row.end, len(t.text)))


def _in_another_script(t: Text, o: Offered, row: Refs) -> bool:
    """A class in Latin letters, and behind a stroke words of a script without spaces, which name no other: "Logical/这个问题需要…"."""
    if o.many or not _STROKE.match(t.text, row.end) or not t.text[row.start : row.end].isascii():
        return False
    return not any(r.value not in row.values for r in words.anywhere(o, t.low, row.end, len(t.low)))


def _reasoned(t: Text, o: Offered, pos: int) -> bool:
    """The sentence at the position gives a reason and denies nothing before it."""
    because = o.lang.because.search(t.low, pos, sentence_end(t.text, pos))
    return because is not None and o.lang.negation.search(t.low, pos, because.start()) is None


def _denied(t: Text, o: Offered, row: Refs) -> bool:
    return o.lang.negation.search(t.low, row.end, sentence_end(t.text, row.end)) is not None


def _is_listing(t: Text, o: Offered, first: Refs) -> bool:
    """A later line begins with another option: the options are gone through one by one."""
    return any(
        row is not None
        and not (len(row.values) > 1 and _denied(t, o, row))  # "A, B and C are not supported"
        and set(row.values) != set(first.values)
        and (t.text[0].isdigit() or not t.text[row.start : row.end].isdigit())  # not reasons with numbers
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
