"""A line, a last sentence, or a whole text that holds nothing but an answer."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.clauses import last_sentences, sentences
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import labels, rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import PART, resembling
from cultural_tom.extraction.references.value import OUT, Named, Ref, Refs
from cultural_tom.extraction.statements.doubt import conditional
from cultural_tom.extraction.statements.fields import is_object
from cultural_tom.extraction.statements.listing import (
    breaks_off,
    is_begun_again,
    stands_with_another,
    stepped,
)
from cultural_tom.extraction.statements.statement import Statement

Span = tuple[int, int]

_MOST_LINES = 12
_CLOSING = " \"'”»」)"
_LONGEST_LETTER = 4
_BROKEN = 20
_HEADS = re.compile(r"^[A-Z] ?:[\"'\s]{0,6}$", re.MULTILINE)
_WORD_HEAD = re.compile(r"(?<=\n)[^\n]{2,60}:$", re.MULTILINE)
_MARKED_WORDS = re.compile(r"[\s*-]{0,4}[(\[]?(?P<mark>[A-Za-z]|\d{1,2})[)\].:] ?\S[^\n]")
_FIRST_ITEM = re.compile(r"(?:\A|\s)1\. [A-Z](?![^\W_])")
_STRAY_LETTER = re.compile(r"\s*[a-z]\s*")
_OPENED_LETTER = re.compile(r"[(\[]\s?[A-Za-z]")
_STRAY = ("]", "】", ")", " ")
_HEADING_ENDS = re.compile(r"[\"'».:。]{0,3}\s*(?:\n|\Z)")
_ITEM_NUMBER = re.compile(r"(?:\A|\s)\d{1,2}\.\Z")
_ITEM_LETTERS = re.compile(r"(?:\A|\n)(?:Z|[A-Z]{2})\. [^\n]*\n[A-Z]{2}\.\Z")
_NUMBER_BEFORE = re.compile(r"(\d{1,2})[.):] ?")
_TWO = 2
_ITEM_REACH, _ITEM_LINE = 6, 400
_LAST_NUMBER = re.compile(r"(\d{1,2})[.)]\s?")
_NUMBER_LINE = re.compile(r"\d{1,2}\.\s*")
_DIGITS = re.compile(r"[\d,\s\[\]().]+")
_TICKED = " ✅✔✓☑👉→⇒➡▶►=>"
_TICKS_BEHIND = " ✅✔✓☑"


def alone(t: Text, o: Offered) -> list[Statement]:
    """The first and the last line, where they hold nothing but an answer; else the last sentence. Two lines
    beside each other that name different options are a repeated list of the options, and say nothing."""
    lines = _outer_lines(t.text)
    if o.many and len(lines) > 1 and _is_cut_list(t, o):
        return []
    if o.many and len(lines) > 1 and (row := rows.whole(o, t)) and not _repeats_options(t, o):
        return [Statement(row.values, 0, len(t.text), "alone")]
    if o.many and (block := _block(t, o)):
        return [block]
    last = None if _is_cut_heading(t) else _read(t, o, lines[-1])
    if last is None and len(lines) == 1 and not t.text.rstrip(_CLOSING).endswith(("?", "؟", ":")):
        last = resembling(o, t, share=PART, others=0)
    first = _read(t, o, lines[0]) if len(lines) > 1 else None
    if (
        first is not None
        and last is not None
        and last.values == (OUT,)
        and (t.text[slice(*lines[-1])].isalpha() or (not o.many and t.text[slice(*lines[-1])].isdigit()))
    ):
        last = None  # the first letter of a next line, where the reply was cut off, or how sure it is
    broken = not o.many and breaks_off(t, o, lines[-1])
    if broken or ends_in_list(t, o):
        last = None
        first = None if len(lines) == _TWO else first
    out = []
    for row, span, neighbour in ((first, lines[0], lines[1:2]), (last, lines[-1], lines[-2:-1])):
        if row is None or (len(lines) > 1 and t.text[span[0]] == "#"):
            continue  # a numbered heading
        if len(lines) > 1 and labels.in_list(o, t, span[0]):
            continue
        if len(lines) > 1 and not o.many and stands_with_another(t, o, span):
            continue
        if o.many and row is last and _follows_another(o, t, span[0], row):
            continue
        if row is first and _HEADS.fullmatch(t.text, *span) and _other_heading(o, t, span[1], row):
            continue
        if row is first and _labels_go_on(t, o, span):
            continue
        if row is first and _heads_in_words(o, t, span[1], row):
            continue
        if _is_headed_in_turn(t, o, span, row) and not _is_concluded(t, o, span[0]):
            continue
        if row is last and (announced_in_doubt(t, o, span[0]) or _begins_cut_list(t, o, span)):
            continue
        beside = _read(t, o, neighbour[0]) if len(lines) > 2 and not _is_number(t, neighbour[0]) else None
        if row is last and beside is not None and _is_below_list(t, o, span, neighbour[0]):
            beside = None
        if not _differs(row, beside):
            out.append(Statement(row.values, *span, "alone"))
    if last is None and not broken and not is_object(t) and (sentence := _last_sentence(t, o, lines[-1][0])):
        row = _read(t, o, sentence)
        if row is not None and _counts(
            t, o, sentence, lines[0], first if first and first.values != row.values else None
        ):
            out.append(Statement(row.values, *sentence, "alone"))
    return out


def _is_below_list(t: Text, o: Offered, span: Span, above: Span) -> bool:
    """A bare capital below the last option of a list with labels, and not the first one's: the answer, as no other option can begin there."""
    said = t.text[slice(*span)].strip(" .()[]")
    label = labels.at(o, t, above[0])
    return (
        not o.many
        and len(said) == 1
        and said.isupper()
        and o.of_letter(said) != o.value(0)
        and label is not None
        and label.value == o.value(o.n - 1)
        and {k.value for k in _labelled_above(t, o, above[0])} == {o.value(k) for k in range(o.n)}
    )


def _labelled_above(t: Text, o: Offered, line: int) -> Iterator[Ref]:
    """The labels of the line and of those directly above it."""
    while (label := labels.at(o, t, line)) is not None:
        yield label
        if not line:
            return
        line = t.text.rfind("\n", 0, line - 1) + 1


def _counts(t: Text, o: Offered, sentence: Span, line: Span, other: Refs | None) -> bool:
    """The last sentence is an answer: no words or letter that break off, no part of a list, and no sentence of the explanation
    behind a first line that is labelled with the `other` option."""
    if _breaks_off(t, o, sentence) or _is_stray_letter(t, o, sentence):
        return False
    if not o.many and (breaks_off(t, o, sentence) or is_begun_again(t, sentence)):
        return False
    if o.many and (_is_part(t, o, sentence) or _is_item(t, sentence[0])):
        return False
    if _ITEM_LETTERS.search(t.text, max(0, sentence[0] - _ITEM_LINE), sentence[0]):
        return False  # "AA. B" behind Z
    if not o.many and _is_item(t, sentence[0]) and _FIRST_ITEM.search(t.text, 0, sentence[0]):
        return False  # "1. B 2. A 3. D"
    if other and t.text[-1:].isalnum() and labels.at(o, t, sentence[0] + 1) is None:
        return False  # it breaks off behind an answer
    explains = other and labels.at(o, t, line[0]) is not None and labels.at(o, t, sentence[0] + 1) is None
    return not explains


def _is_stray_letter(t: Text, o: Offered, sentence: Span) -> bool:
    """A small letter, a letter in a bracket that is not closed, or a sign that is the name of a letter and the beginning of words (এ, ए):
    a sentence that breaks off."""
    said = t.text[slice(*sentence)].strip()
    if _OPENED_LETTER.fullmatch(said):
        return True
    name = len(said) == 1 and said in o.lang.letter_name_index and said not in o.lang.letters
    return name or _STRAY_LETTER.fullmatch(said) is not None


def _is_concluded(t: Text, o: Offered, start: int) -> bool:
    """The line before begins with a word such as "therefore" and ends with a colon."""
    end = max(0, start - 1)
    before = t.text.rfind("\n", 0, end) + 1
    return t.text[:end].endswith(":") and o.lang.so.match(t.low, before) is not None


def _is_number(t: Text, span: Span) -> bool:
    """The line is the number of a next question: "2."."""
    return _NUMBER_LINE.fullmatch(t.text, *span) is not None


def _is_cut_list(t: Text, o: Offered) -> bool:
    """A list from the first option on, with words, that breaks off behind the letter of the next one."""
    lines = t.text.split("\n", o.n)
    last = lines[-1].rstrip(" .)")
    if len(lines) > o.n or len(last) != 1 or last != chr(64 + len(lines)):
        return False
    found = labels.listed(o, t, 0)
    return [label.value for label in found[: len(lines) - 1]] == [o.value(k) for k in range(len(lines) - 1)]


def _begins_cut_list(t: Text, o: Offered, span: Span) -> bool:
    """The line is the first option's label and nothing else, below a colon that no cue stands before: a list that breaks off."""
    label = labels.at(o, t, span[0])
    if label is None or label.value != o.value(0) or t.text[label.end : span[1]].strip():
        return False
    before = t.text.rfind("\n", 0, max(0, span[0] - 1)) + 1
    return t.text[before : span[0]].rstrip().endswith(":") and not o.lang.any_cue.pattern.search(
        t.low, before, span[0]
    )


def ends_in_list(t: Text, o: Offered) -> bool:
    """The last line is nothing but a number with its point, and one above begins with the number before: a list that breaks off. So it is without a
    point where that is the line before; where options are numbers or a cue announces an answer only if that option's words stand there."""
    line = t.text.rfind("\n") + 1
    mark = t.text[line:]
    if (number := _LAST_NUMBER.fullmatch(mark)) and re.search(
        rf"(?:\A|\n){int(number[1]) - 1}[.)] ", t.text[:line]
    ):
        return True
    above = t.text.rfind("\n", 0, max(0, line - 1)) + 1
    item = _NUMBER_BEFORE.match(t.text, above) if above < line else None
    if item is None or mark != str(int(item[1]) + 1):
        return False
    if not 0 < int(item[1]) <= o.n:
        return False
    answers = o.numeric or o.amounts is not None or o.lang.any_cue.pattern.search(t.low) is not None
    return not answers or words.stand_at(o, t.low, item.end(), int(item[1]) - 1)


def _other_heading(o: Offered, t: Text, end: int, row: Refs) -> bool:
    """A later line heads another option with its label: both are repeated."""
    for m in _HEADS.finditer(t.text, end):
        label = labels.at(o, t, m.start())
        if label is not None and label.value not in row.values:
            return True
    return False


def _labels_go_on(t: Text, o: Offered, span: Span) -> bool:
    """The line is nothing but a label, and those of the next two options begin the next two lines: "A:", "B: …", "C: …"."""
    label = labels.at(o, t, span[0])
    if label is None or t.text[label.end : span[1]].strip():
        return False
    found = [label, *labels.listed(o, t, span[1] + 1, 2)]
    return len(found) > _TWO and labels.goes_through(found) and labels.goes_through(found[1:])


def _heads_in_words(o: Offered, t: Text, end: int, row: Refs) -> bool:
    """The first line ends with a colon there, and so does a later one that holds the words of another option: "Assistant 1:"."""
    if t.text[end - 1] != ":":
        return False
    for m in _WORD_HEAD.finditer(t.text, end):
        ref = words.at(o, t.low, m.start())
        if ref is not None and ref.value not in row.values and ref.end >= m.end() - 1:
            return True
    return False


def _is_headed_in_turn(t: Text, o: Offered, span: Span, row: Refs) -> bool:
    """The line heads an option with its mark and words, and the option before or after it heads another line: each is
    looked at in turn. Behind a word such as "option" the mark says it, whatever follows."""
    noun = o.lang.noun.match(t.low, span[0])
    begins = noun.end() if noun else span[0]
    m = _MARKED_WORDS.match(t.text, begins, span[1])
    value = row.values[0]
    if m is None or len(row.values) != 1 or not isinstance(value, Named):
        return False
    said = re.escape(t.text[span[0] : begins])
    for step, start, end in ((-1, 0, span[0]), (1, span[1], len(t.text))):
        mark = stepped(m["mark"], step)
        head = (
            re.compile(rf"(?:\A|\n)[\s*-]{{0,4}}{said}[(\[]?{mark}[)\].:] ?[\"'«]?(?=\S)") if mark else None
        )
        for other in head.finditer(t.text, start, end) if head else ():
            ref = words.at(o, t.low, other.end())
            if not said and (ref is None or ref.value != o.value(value.index + step)):
                continue
            if step < 0 or said or (ref and _HEADING_ENDS.match(t.text, ref.end)):
                return True
    return False


def announced_in_doubt(t: Text, o: Offered, start: int) -> bool:
    """The line before ends with a colon and supposes what stands on this one: "if he had, you would answer:"."""
    end = max(0, start - 1)
    before = t.text.rfind("\n", 0, end) + 1
    return (
        t.text[:end].endswith(":")
        and conditional(t, o, end - 1)
        and o.lang.would.search(t.low, before, end) is not None
    )


def _is_part(t: Text, o: Offered, span: Span) -> bool:
    """The stretch begins with no reference: it is a part of an option's words, as the end of a list may be."""
    return rows.at(o, part(t.text[slice(*span)]), 0) is None


def _is_item(t: Text, start: int) -> bool:
    """A number and a point stand directly before the stretch: the last item of a list."""
    return _ITEM_NUMBER.search(t.text, max(0, start - _ITEM_REACH), start) is not None


def _follows_another(o: Offered, t: Text, start: int, row: Refs) -> bool:
    """The line before is labelled with an option that the row at `start` does not name: a part of a list."""
    before = t.text.rfind("\n", 0, max(0, start - 1)) + 1
    while t.text[before : before + 1] in _STRAY:
        before += 1
    label = labels.at(o, t, before) if start else None
    return label is not None and label.value not in row.values


def _repeats_options(t: Text, o: Offered) -> bool:
    """All options stand in a list with their labels, from the first or second line on."""
    return any(len(labels.listed(o, t, start)) == o.n > 2 for start in (0, t.text.find("\n") + 1))


def _is_cut_heading(t: Text) -> bool:
    """The text ends with a colon after words: "A. the red box:" where an option begins to be weighed."""
    return t.text.endswith(":") and len(t.text) > _LONGEST_LETTER


def _block(t: Text, o: Offered) -> Statement | None:
    """The options that the first lines name, one each, where others follow that explain: not the first options in their
    order, which may be a list that is only repeated."""
    found: list[Refs] = []
    for start, end in _lines(t.text):
        while t.text[start : start + 1] in _STRAY and start < end:
            start += 1
        span = start, end
        row = _read(t, o, span)
        if row is None or len(row.values) != 1:
            break
        found.append(Refs(row.values, *span))
    values = tuple(v for row in found for v in row.values)
    if len(found) < 2 or values == tuple(map(o.value, range(len(values)))):
        return None
    return Statement(values, 0, found[-1].end, "alone")


def _lines(text: str) -> Iterator[Span]:
    """Spans of the first lines."""
    start = 0
    for line in text.split("\n", _MOST_LINES)[:_MOST_LINES]:
        yield start, start + len(line)
        start += len(line) + 1


def _outer_lines(text: str) -> list[Span]:
    """Spans of the first two and the last two lines, of fewer where there are not four.

    >>> _outer_lines("a\\nbc\\nd\\ne\\nf")
    [(0, 1), (2, 4), (7, 8), (9, 10)]
    """
    end = len(text)
    first = text.find("\n")
    if first < 0:
        return [(0, end)]
    second, last = text.find("\n", first + 1), text.rfind("\n")
    before = text.rfind("\n", 0, last) + 1
    return sorted({(0, first), (first + 1, second if second >= 0 else end), (before, last), (last + 1, end)})


def _read(t: Text, o: Offered, span: Span) -> Refs | None:
    """What the stretch holds, if that is nothing but an answer and no question."""
    if span[1] - span[0] > o.longest_row:
        return None
    said = t.text[slice(*span)].lstrip(_TICKED).rstrip(_TICKS_BEHIND)
    if said[:1] == "|" and "|" not in said[1:].rstrip("| "):
        if t.text.count("\n|") > 1:
            return None  # a row of a table, whose other cell is empty
        said = said.strip("| ")  # the one cell of a table's row
    row = rows.whole(o, part(said))
    if row is not None and len(row.values) > _TWO and len(set(row.values)) == 1 and _DIGITS.fullmatch(said):
        return None  # "[3, 3, 3]"
    if row is not None and t.text[span[0] : span[1]].rstrip()[-1:] in ("?", "؟"):
        return row if o.asks_itself(row) else None
    return row


def _differs(row: Refs, other: Refs | None) -> bool:
    return other is not None and set(other.values) != set(row.values)


def _breaks_off(t: Text, o: Offered, span: Span) -> bool:
    """The text ends within an option's words, which others may follow that are looked at in turn: "C. invalid, because the"."""
    words_of_it = t.text[slice(*span)].strip()
    return (
        t.text[-1].isalnum()
        and len(words_of_it) > _BROKEN
        and words.at(o, t.low, span[0] + 1) is None
        and labels.at(o, t, span[0] + 1) is None
    )


def _last_sentence(t: Text, o: Offered, line: int) -> Span | None:
    """The last sentence, where others stand before it on the same line, which begins at `line`."""
    spans = last_sentences(o, t, line)
    if (
        not spans or next(sentences(o, t, line))[0] > line
    ):  # the line begins with a lone point: look before it, too
        spans = last_sentences(o, t)
    return spans[-1] if len(spans) > 1 and t.text[spans[-1][0] - 1] != "\n" else None
