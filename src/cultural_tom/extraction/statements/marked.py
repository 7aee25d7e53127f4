r"""Answers in the marks that prompts ask for: `\boxed{}`, `[[ ]]`, `<answer>`, a field of JSON."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.characters import holds
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import resembling
from cultural_tom.extraction.references.value import CLASH, OUT, Value
from cultural_tom.extraction.statements.cued import cued
from cultural_tom.extraction.statements.declared import declared
from cultural_tom.extraction.statements.fields import fields
from cultural_tom.extraction.statements.names import ANSWER_IN_OTHER_LANGUAGES
from cultural_tom.extraction.statements.statement import Statement

_TAGS = rf"(?:(?:final_?|my_?)?(?:answer|ans|conclusion|decision|output|prediction|result|selection|solution|verdict)|{ANSWER_IN_OTHER_LANGUAGES})"
_MARKS = (
    r"\\f?boxed\s{0,3}\{(?P<boxed>(?:\\[{}]|[^{}]|\{[^{}]{0,200}\}){0,300})\}"
    r"|\[\[(?P<double>[^\[\]\n]{0,300})\]\]"
    rf"|<(?P<name>{_TAGS})>(?P<tag>[^<]{{0,2000}})(?:</{_TAGS}>|\Z)"
    r"|<(?:final_?)?answer\s{1,3}\w{1,12}\s?=\s?[\"'](?P<attribute>[^\"'<>\n]{1,200})[\"']\s{0,3}/?>"
)
_CLOSED = rf"\A(?P<closed>[^<\n]{{1,300}})</{_TAGS}>"
"""A tag that the prompt opened."""
_BRACKET_OPENS = r"(?:final )?(?:result|answer|verdict|label)\]\s?:?\s?"
_BRACKETS = (
    rf"\n\[{_BRACKET_OPENS}(?P<below>[^\n\[\]]{{1,100}})\s*\Z"
    rf"|\[(?:(?<=\A\[)|(?<=[.!?。] \[)){_BRACKET_OPENS}(?P<behind>[^\n\[\]]{{1,100}})\s*\Z"
)
_CALLS = (
    r"(?<![\w.])[Ff]inish\[(?P<finish>[^\[\]\n]{1,200})\](?=\s*(?:\n|\Z))"
    r"|(?<![\w.])(?:final_answer|submit(?:_answer)?|finish|respond|vote|choose|select)\s?[(\[]\s{0,3}(?:\w{1,12}\s?=\s?)?(?P<cq>[\"'])(?P<call>[^\"'\n]{1,200})(?P=cq)\s{0,3}[)\]]"
)
_CALLED = re.compile(r"(?:answer|subm[iı]t|f[iı]n[iı]sh|respond|vote|choose|select)\s?[(\[]")
"""What each call has in lower case; ı is an i to `_ALL`, which takes capitals and small letters for one."""
_ALL = re.compile(f"{_MARKS}|{_CLOSED}|{_BRACKETS}|{_CALLS}", re.IGNORECASE)
_WITHOUT_CALLS = re.compile(f"{_MARKS}|{_BRACKETS}", re.IGNORECASE)
"""`re` skips places where none of these begins, which takes a sixth of the time."""
_BRACKET = re.compile(r"(?:result|answer|verdict|label)\]")
_WEAK_TAG = re.compile(r"conclusion|decision|output|result|solution|verdict", re.IGNORECASE)
_SHORT_CODE = re.compile(r"\w{1,3}")
_TALK_REACH = 30
_LETTER_FIRST = re.compile(r"[(\[]?([A-Z])(?:[)\].:]{1,2} (?=\S)| (?=\())")
_LETTER_AGAIN = re.compile(r"[(\[][A-Z][)\]]")
_NEAR = 8
_DENIAL_REACH, _FEW_WORDS, _NOT_REACH = 20, 2, 8


def marked(t: Text, o: Offered) -> list[Statement]:
    """One statement per mark; neighbouring `[[A]] [[C]]` are one."""
    out = fields(t, o) if "{" in t.text else []
    if not (
        "\\" in t.text
        or "<" in t.text
        or holds(t.text, "[[")
        or ("]" in t.text and _BRACKET.search(t.low))
        or _calls(t.text)
    ):
        return out
    last_is_double = False
    for m in _ALL.finditer(t.text) if _CALLED.search(t.low) else _without_calls(t.text):
        values = _inside(m, o)
        if values is None or (m.lastgroup == "tag" and _is_talked_of(t, m, o)):
            continue
        if _is_denied(t, o, m):
            continue
        start = m.start()
        if out and last_is_double and m.lastgroup == "double" and _beside(t.text[out[-1].end : start]):
            before = out.pop()
            values, start = before.values + values, before.start
        out.append(Statement(values, start, m.end(), "marked", final=True))
        last_is_double = m.lastgroup == "double"
    return out


def _without_calls(text: str) -> Iterator[re.Match[str]]:
    """What a search for all marks finds in a text without calls."""
    first = _ALL.match(text)
    if first is not None:
        yield first
    yield from _WITHOUT_CALLS.finditer(text, first.end() if first else 0)


def _is_denied(t: Text, o: Offered, m: re.Match[str]) -> bool:
    """Directly behind the mark stands that it is wrong, or before the call that it is not to be made: "[[B]] is wrong"."""
    if m.lastgroup == "call" and o.lang.negation.search(t.low, max(0, m.start() - _NOT_REACH), m.start()):
        return True
    wrong = o.lang.wrong.search(t.low, m.end(), m.end() + _DENIAL_REACH)
    return (
        wrong is not None
        and len(t.low[m.end() : wrong.start()].split()) <= _FEW_WORDS
        and t.text[m.end() : m.end() + 1] in (" ", "は", "是")
    )


def _calls(text: str) -> bool:
    return ("(" in text and ("('" in text or '("' in text)) or holds(text, "inish[")


def _is_talked_of(t: Text, m: re.Match[str], o: Offered) -> bool:
    """Words such as "tag" stand directly behind or before the mark: "the prompt contains an <answer>H</answer> tag"."""
    return bool(
        o.lang.tag.match(t.low, m.end())
        or o.lang.tag_before.search(t.low, max(0, m.start() - _TALK_REACH), m.start())
    )


def _beside(gap: str) -> bool:
    return len(gap) <= _NEAR and "\n\n" not in gap


def _inside(m: re.Match[str], o: Offered) -> tuple[Value, ...] | None:
    """What the mark holds: references and nothing else, in a tag also a statement; a short code that is none
    of them is an answer that was not offered."""
    kind = m.lastgroup or ""  # one of them is always there
    inside = m[kind].strip(" \n\t:")
    if not inside:
        return None
    if (code := o.codes.get(str.lower(inside.replace(" ", "")))) is not None:
        return (o.value(code),)
    text = part(inside)
    row = rows.whole(o, text)
    weak = kind == "tag" and _WEAK_TAG.search(m["name"])  # what a result of "42" says is not known
    if row is not None:
        return None if weak and OUT in row.values else row.values
    letter = _LETTER_FIRST.match(text.text) if kind in ("boxed", "double") else None
    if letter and not _LETTER_AGAIN.search(text.text, letter.end()):
        other = rows.whole(
            o, part(text.text[letter.end() :])
        )  # words that are written otherwise than the option's
        value = o.of_letter(letter[1])
        return (value,) if other is None or other.values == (value,) else (CLASH,)
    nested = [s.values for s in (*cued(text, o), *declared(text, o))] if kind == "tag" else []
    if nested:
        return nested[-1] if len({frozenset(values) for values in nested}) == 1 else (CLASH,)
    if (alike := resembling(o, text)) is not None:
        return alike.values
    return (OUT,) if _SHORT_CODE.fullmatch(inside) and not weak else None
