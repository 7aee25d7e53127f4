"""What reads as a statement and states no answer: options gone through, a row named on the way, somebody else's words in quotes, a number that
words contradict."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Ref, all_named
from cultural_tom.extraction.statements.placed import closes, is_row
from cultural_tom.extraction.statements.statement import Statement

_COPULA_REACH = 24
_NUMBER_AT_END = re.compile(r"(?<!\w)\d+\W*\Z")
_TWO = 2
_QUOTE_REACH = 400
_OPENING = ('"', "「")
_OPENED, _ARTICLE = re.compile(r"[\"「](?:the )?\Z", re.IGNORECASE), 5
_QUOTE = re.compile(r'"(?<!\d")')
_GOES_ON = re.compile(r"[^\"」]?[\"」] ?[^\W\d_A-Z]")
_ROW_AS_SUBJECT = re.compile(r"\w+ \(?(?:[a-p]|[ivx]{1,4})\b")
_BELOW = re.compile(r":\n-")
_HEAD = re.compile(r"(\w{3,12}) [A-Z][.:)]? ?[-–:.(] ?\w")


def checked_by_words(t: Text, o: Offered, said: list[Statement]) -> list[Statement]:
    """A number that names one option where the text calls something another one in words is a contradiction, if an option is a word for
    right: it may be the result of a sum that is judged correct."""
    if not o.calls_right:
        return said
    by_number = [s for s in said if all_named(s.values) and _NUMBER_AT_END.search(t.text, s.start, s.end)]
    named = (
        {r.value for r in words.anywhere(o, t.low, 0, len(t.low)) if _is_verdict(t, o, r)}
        if by_number
        else set()
    )
    return [
        s._replace(values=(CLASH,)) if s in by_number and named and not named.intersection(s.values) else s
        for s in said
    ]


def _is_verdict(t: Text, o: Offered, r: Ref) -> bool:
    """The words end their clause behind a word such as "is", or are a line."""
    before = t.low[max(0, r.start - _COPULA_REACH) : r.start].rstrip(" '\"")
    called = before[-1:] in ("", "\n") or any(m.end() == len(before) for m in o.lang.copula.finditer(before))
    return called and END.match(t.text, r.end) is not None


def without_listing(t: Text, o: Offered, said: list[Statement]) -> list[Statement]:
    """Without what only goes through the options: verdicts on two or more others behind an explicit answer ("The answer is C. A is
    correct, because ... B is correct"), and lines that begin with the same word and a mark and go on ("Answer B - ...")."""
    if o.many or len(said) <= _TWO:
        return said
    heads: dict[str, list[Statement]] = {}
    for s in said:
        if (
            s.rule == "cue"
            and t.text[s.start - 1 : s.start] in ("", "\n")
            and (m := _HEAD.match(t.text, s.start))
        ):
            heads.setdefault(m[1], []).append(s)
    listed = {id(s) for found in heads.values() if len({s.values for s in found}) > _TWO for s in found}
    said = [s for s in said if id(s) not in listed]
    first = said[0] if said else None
    if first is None or any(s.rule not in ("declared", "cue", "final_cue", "alone") for s in said):
        return said
    own = [s for s in said if s.rule != "declared"]
    others = {s.values for s in said if s.rule == "declared"} - {first.values}
    goes_through = len({v for values in others for v in values}) >= _TWO
    return own if first in own and len({s.values for s in own}) == 1 and goes_through else said


def without_asides(t: Text, o: Offered, said: list[Statement]) -> list[Statement]:
    """Without what a cue within the text has behind it by chance, where all else means one option: several options that are its subject
    ("Answers A and D are rarer"), or the number of an item below "Answer:" ("- ii. Correct, ...")."""
    own = [s for s in said if all_named(s.values) and len(set(s.values)) == 1]
    if o.many or len({s.values[0] for s in own}) != 1 or own[0] is not said[0]:
        return said
    last = said[-1]
    return [
        s for s in said if s.rule != "cue" or (s is last and closes(t, o, s)) or not _is_aside(t, s, own[0])
    ]


def _is_aside(t: Text, s: Statement, own: Statement) -> bool:
    if own.values[0] in s.values or CLASH in s.values:
        return False
    if is_row(s):
        return _ROW_AS_SUBJECT.match(t.low, s.start) is not None
    return _BELOW.search(t.text, s.start, s.end) is not None


def is_quoted_tag(t: Text, s: Statement) -> bool:
    """A tag that stands in quotes: the metadata contains "<answer>J</answer>"."""
    return (
        s.rule == "marked" and t.text[s.start - 1 : s.start + 1] == '"<' and t.text[s.end : s.end + 1] == '"'
    )


def quoted(t: Text, s: Statement) -> bool:
    """The statement stands within a quotation that began before it on its line: somebody else's words."""
    line = max(t.text.rfind("\n", 0, s.start) + 1, s.start - _QUOTE_REACH)
    stop = t.text.find("\n", s.end)
    stop = min(stop if stop >= 0 else len(t.text), s.end + _QUOTE_REACH)
    marks = [m.start() for m in _QUOTE.finditer(t.text, line, stop)]
    before = [m for m in marks if m < s.start - 1]
    if len(before) % 2 and any(m >= s.end - 1 for m in marks):
        return True
    opened = t.text.rfind("「", line, max(0, s.start - 1))
    return opened > t.text.rfind("」", line, s.start) and "」" in t.text[s.end - 1 : stop]


def goes_on_behind_quote(t: Text, s: Statement) -> bool:
    """The sentence goes on behind the quotation that the statement ends: "to say "the answer is A" may mislead"."""
    opened = _OPENED.search(t.text, max(0, s.start - _ARTICLE), s.start) or quoted(t, s)
    within = any(sign in t.text[s.start : s.end - 1] for sign in _OPENING)
    return bool(opened) and not within and _GOES_ON.match(t.text, max(s.start, s.end - 1)) is not None
