"""Rows of references ("A, C and the box", bullets), and texts that hold nothing else."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import numbers, place, words
from cultural_tom.extraction.references.letters import goes_on as goes_on_after
from cultural_tom.extraction.references.marks import END, past_close, past_open, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, NOTHING, OUT, Named, Ref, Refs, Value, all_named

_COMMA = re.compile(r"\s*[,;/&+、،؛|·]\s*")
_COMMA_OR_SPACE = re.compile(r"[)\]\"'」』]{0,3}[\s,、،]{0,3}[(（]?")
_LINE_GOES_ON = re.compile(r"[)\]\"']{0,3}[.;,、،]?\s*(?:\n|\Z)")
_BULLET = re.compile(r"\s*\n\s*(?P<mark>[-+·・]|\d{1,2}[.)](?!\d))?\s*")
_FULL_STOP = re.compile(r"[\s.。!！?？…)\]}\"'」』】,;:।✅✔️👍😊]*\Z")
_POINT = re.compile(r"\. (?=\(?\w[).] )")
_LABEL = 4
_EMPTY = re.compile(r"\s*\[\s*\]\s*")
_ITEM = re.compile(r"[^,;/、،.。!?\n)\]]{0,40}")
_JOINED = re.compile(rf"[A-Z](?: ?[A-Z]){{1,8}}(?![{WORD}'])|[a-z](?: ?[a-z]){{1,8}}(?![{WORD}'])")
_JOINED_DIGITS = re.compile(r"[1-9]{3,9}(?![\d%°]|[.,]\d)")
_IN_BRACKETS = re.compile(r"(?:\([A-Za-z]\)|\[[A-Za-z]\])(?:\s(?:\([A-Za-z]\)|\[[A-Za-z]\])){1,9}")
_SMALL_ITEM = re.compile(rf"[\"'(\[{{]{{0,2}}([a-z])[)\]}}\"'.]{{0,2}}(?![{WORD}'])")
_STOPPED_QUOTES = ("。」", "。』", ".」", '."')
_ONE_OF = re.compile(r"(?:either|one of|any of|could be|may be|might be|entweder|l'un de)[ :(\[\"']*\Z")
_ONE_OF_REACH = 20
_MOST_TAILS = 3
_CONFIDENCE = re.compile(
    r",?\s?[(\[]?(?:(?:with )?(?:confidence|score|certainty|probability|prob|p|conf)(?: level)?\s?[:=]?\s?)?(?:of )?(?:\d{1,3}(?:\.\d+)?\s?%|[01]?\.\d+|(?:very )?(?:high|medium|low)(?= confidence))(?: confidence| certain| sure)?[)\]]?(?=\s*(?:\Z|\n))"
)
_LONGEST_NOBODY = 40
_INNER_STOP = re.compile(r"[.,;:!?。！？،؛।\n](?=.*\w)")
_LONGEST_UNCASED_ITEM = 12


def at(o: Offered, t: Text, pos: int, lines: bool = False) -> Refs | None:
    """The row of references that begins at `pos`; `lines` lets it go on over line breaks."""
    if o.many and (small := _small_letters(o, t, pos)):
        return small
    first = place.at(o, t, pos) or (numbers.before_and(o, t, past_open(t.text, pos)) if o.many else None)
    if first is None:
        return None
    values: list[Value] = [first.value]
    end = first.end
    while True:
        found = _next(o, t, end, lines)
        if found is None:
            found = _next_number(o, t, end) if o.many else None
        if found is None:
            either = o.lang.alternative.match(t.low, _past_comma_or_space(t.text, end))
            if not either:
                break
            found = place.at(o, t, either.end())
            if o.many and len(values) > 1 and found and _is_list(o, t, first, end, found.end, lines):
                values.append(found.value)  # "A, B or C"
                end = found.end
                break
            values.append(CLASH)  # "A or B", "A or maybe B"
            if found is None:
                break
        values.append(found.value)
        end = found.end
    if o.many and past_tail(o, t, end) == end and _unknown_item(o, t, end):
        values.append(OUT)
    return Refs(tuple(values), first.start, end)


def _is_list(o: Offered, t: Text, first: Ref, end: int, stop: int, lines: bool) -> bool:
    """The row has commas alone before its last "or", ends behind it, and is not announced as a choice: "A, B or C", not "one of A, B
    or C"."""
    if o.lang.joint.search(t.low, first.end, end) or _next(o, t, stop, lines) is not None:
        return False
    return _ONE_OF.search(t.low, max(0, first.start - _ONE_OF_REACH), first.start) is None


def _small_letters(o: Offered, t: Text, pos: int) -> Refs | None:
    """Two or more small letters that name different options and nothing more: "a, c and d"."""
    start = past_open(t.text, pos)
    noun = o.lang.noun.match(t.low, start)
    at = past_open(t.text, noun.end()) if noun else start
    values: list[Value] = []
    end = at
    while m := _SMALL_ITEM.match(t.text, at):
        values.append(o.of_letter(m[1]))
        end = m.end()
        comma = _COMMA.match(t.text, end)
        at = comma.end() if comma else end
        at += t.low[at : at + 1] == " "
        joint = o.lang.joint.match(t.low, at)
        if not (comma or joint):
            break
        at = past_open(t.text, joint.end() if joint else at)
    if len(values) < 2 or len(set(values)) < len(values) or not all_named(tuple(values)):
        return None
    after = past_tail(o, t, end)
    goes_on = after > end or END.match(t.text, end) or goes_on_after(o.lang, t.low, end)
    return Refs(tuple(values), start, end) if goes_on and not o.lettered else None


def joined(o: Offered, t: Text, pos: int) -> Refs | None:
    """Letters written as one word or with spaces alone that name different options and end there: "ACD", "a c"."""
    if o.many and (row := _in_brackets(o, t.text, pos)):
        return row
    if o.many and (row := _digits(o, t, pos)):
        return row
    m = _JOINED.match(t.text, past_open(t.text, pos)) if o.many else None
    if not m or not END.match(t.text, m.end()) or t.low[m.start() : m.end()] in o.folded:
        return None
    letters = m[0].replace(" ", "").upper()
    small = m[0][0].islower()
    if len(set(letters)) < len(letters) or (small and list(letters) != sorted(letters)):
        return None
    values = tuple(o.of_letter(c) for c in letters)
    return Refs(values, m.start(), m.end()) if all_named(values) else None


def _digits(o: Offered, t: Text, pos: int) -> Refs | None:
    """The digits of several options in their order, written as one number that is none of them: "135"."""
    m = _JOINED_DIGITS.match(t.text, past_open(t.text, pos))
    if m is None or o.numeric or o.amounts is not None or not END.match(t.text, m.end()):
        return None
    numbers = [int(c) for c in m[0]]
    if numbers != sorted(set(numbers)) or numbers[-1] > o.n or int(m[0]) <= o.n:
        return None
    return Refs(tuple(o.value(o.place_of_number(n)) for n in numbers), m.start(), m.end())


def _in_brackets(o: Offered, text: str, pos: int) -> Refs | None:
    """Letters in brackets of their own with spaces alone between them: "(B) (C) (D)"."""
    m = _IN_BRACKETS.match(text, pos - (text[pos - 1 : pos] in ("(", "[")))
    letters = [c.upper() for c in m[0] if c.isalpha()] if m else []
    values = tuple(o.of_letter(c) for c in letters)
    if m is None or len(set(values)) < len(values) or not all_named(values) or not END.match(text, m.end()):
        return None
    return Refs(values, m.start(), m.end())


def _past_comma_or_space(text: str, end: int) -> int:
    m = _COMMA_OR_SPACE.match(text, end)
    return m.end() if m else end


def _next(o: Offered, t: Text, end: int, lines: bool) -> Ref | None:
    for start in _after_separator(o, t, end, lines):
        found = place.at(o, t, start)
        if found is not None:
            return found
    return _next_labelled(o, t, end) if o.many else None


def _next_labelled(o: Offered, t: Text, end: int) -> Ref | None:
    """A letter and its words behind a full stop, and nothing said of them: "A) the red box. C) the blue jar." """
    point = _POINT.match(t.text, end - (t.text[end - 1] == "."))
    if point is None:
        return None
    found = place.at(o, t, point.end())
    if found is None or not isinstance(found.value, Named) or found.end - point.end() <= _LABEL:
        return None
    return found if END.match(t.text, found.end) else None


def _next_number(o: Offered, t: Text, end: int) -> Ref | None:
    """A number that goes on a row of numbers though a word follows: "1, 3 and 4 apply"."""
    if not t.text[end - 1 : end].isdigit():
        return None
    for start in _after_separator(o, t, end, lines=False):
        found = numbers.in_row(o, t, past_open(t.text, start))
        if found is not None:
            return found
    return None


def _after_separator(o: Offered, t: Text, end: int, lines: bool) -> Iterator[int]:
    """Where the next reference may begin: after a comma, after "and", on the next line."""
    if t.text[end : end + 2] in _STOPPED_QUOTES:
        end += 2
    if t.text[end : end + 1] in ")]}\"'」』】.":
        end = past_close(t.text, end)
    if t.text[end - 1 : end] == ".":
        end -= 1
    comma = _COMMA.match(t.text, end)
    if comma:
        yield comma.end()
    start = comma.end() if comma else end
    while t.low[start : start + 1] == " ":
        start += 1
    joint = o.lang.joint.match(t.low, start)
    if joint:
        yield joint.end()
    if lines:
        bullet = _BULLET.match(t.text, end + (t.text[end : end + 1] in ".;,"))
        if bullet and (bullet["mark"] or _line_is_row(o, t, bullet.end())):
            yield bullet.end()


def _line_is_row(o: Offered, t: Text, pos: int) -> bool:
    """The line at `pos` holds only references."""
    row = at(o, t, pos)
    return row is not None and _LINE_GOES_ON.match(t.text, row.end) is not None


def _unknown_item(o: Offered, t: Text, end: int) -> bool:
    """After the row another item follows that is no option: "Anna, Ben, Zoe"."""
    for start in _after_separator(o, t, end, lines=False):
        rest = _ITEM.match(t.text, start)
        item = rest[0].strip(" \"'") if rest else ""
        if item and not _begins_clause(o, str.lower(item)) and _like_a_name(item):
            return True
    return False


def _begins_clause(o: Offered, low: str) -> bool:
    lang = o.lang
    return any(p.match(low) for p in (lang.because, lang.negation, lang.so, lang.exception, lang.revise))


def _like_a_name(item: str) -> bool:
    """A capital at its beginning, or one short word."""
    cased = item[0].upper() != str.lower(item[0])
    return (cased and item[0].isupper()) or (" " not in item and len(item) <= _LONGEST_UNCASED_ITEM)


def whole(o: Offered, t: Text) -> Refs | None:
    """The references of a text that says nothing else; else None."""
    if len(t.text) > o.longest_row:
        return None
    if o.many and (row := _brackets_or_run(o, t.text) or _digits(o, t, 0)):
        return row
    row = at(o, t, 0, lines=o.many)
    if row is not None and _FULL_STOP.match(t.text, past_tail(o, t, row.end)):
        return row
    return _everyone(o, t) or _nobody(o, t) or words.part(o, t)


def past_tail(o: Offered, t: Text, end: int) -> int:
    """The position after words that only round an answer off ("です", "is correct"), or how sure it is ("(score 0.93)")."""
    if sure := _CONFIDENCE.match(t.low, end):
        end = sure.end()
    for _ in range(_MOST_TAILS):
        start = past_open(t.text, end)
        m = o.lang.tail.match(t.low, start) or o.lang.correct.pattern.match(t.low, start)
        if not m:
            return end
        end = m.end()
    return end


def _everyone(o: Offered, t: Text) -> Refs | None:
    """The word for "all of them", and nothing else."""
    m = o.lang.everyone.match(t.low) if o.many else None
    if m and _FULL_STOP.match(t.text, m.end()):
        return Refs(tuple(map(Named, range(o.n))), 0, m.end())
    return None


def _nobody(o: Offered, t: Text) -> Refs | None:
    """A sentence that says that nobody knows, and names nobody: "Nobody knows it." """
    if not o.many or len(t.text) > _LONGEST_NOBODY:
        return None
    m = o.lang.none.match(t.low)
    if m is None:
        return None
    know = o.lang.know.match(t.low, past_space(t.low, m.end()))
    if know is None or o.lang.exception.search(t.low) or o.lang.condition.search(t.low):
        return None
    if words.anywhere(o, t.low, 0, len(t.low)) or _INNER_STOP.search(t.text) or "?" in t.text:
        return None
    return Refs((NOTHING,), 0, len(t.text))


def _brackets_or_run(o: Offered, text: str) -> Refs | None:
    """`[]` and a run of different letters such as "ACF"."""
    if _EMPTY.fullmatch(text):
        return Refs((NOTHING,), 0, len(text))
    starts = _JOINED.match(text, past_open(text, 0)) or _IN_BRACKETS.match(text)
    row = joined(o, part(text), 0) if starts else None
    return Refs(row.values, 0, len(text)) if row and _FULL_STOP.match(text, row.end) else None
