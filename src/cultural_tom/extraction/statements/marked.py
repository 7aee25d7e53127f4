r"""Answers in the marks that prompts ask for: `\boxed{}`, `[[ ]]`, `<answer>`, a field of JSON."""

import re

from cultural_tom.extraction.clean import Text, holds, part
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, OUT, Named, Value, all_named
from cultural_tom.extraction.statements.cued import cued
from cultural_tom.extraction.statements.declared import declared
from cultural_tom.extraction.statements.statement import Statement

_KEYS = "réponse|reponse|antwort|ответ|答案|回答|答え|解答|الإجابة|الاجابة|الجواب|उत्तर|जवाब|উত্তর"
"""What keys and tags are called in the other languages, as `clean` leaves them."""
_TAGS = rf"(?:(?:final_?|my_?)?(?:answer|ans|conclusion|decision|output|prediction|result|selection|solution|verdict)|{_KEYS})"
_MARKED = re.compile(
    r"\\f?boxed\s{0,3}\{(?P<boxed>(?:\\[{}]|[^{}]|\{[^{}]{0,200}\}){0,300})\}"
    r"|\[\[(?P<double>[^\[\]\n]{0,300})\]\]"
    rf"|<(?P<name>{_TAGS})>(?P<tag>[^<]{{0,2000}})(?:</{_TAGS}>|\Z)"
    r"|<(?:final_?)?answer\s{1,3}\w{1,12}\s?=\s?[\"'](?P<attribute>[^\"'<>\n]{1,200})[\"']\s{0,3}/?>"
    rf"|\A(?P<closed>[^<\n]{{1,300}})</{_TAGS}>"  # the prompt opened it
    r"|(?:final_answer|submit|submit_answer|finish|respond|vote|choose|select)\s?[(\[]\s{0,3}(?:\w{1,12}\s?=\s?)?(?P<cq>[\"'])(?P<call>[^\"'\n]{1,200})(?P=cq)\s{0,3}[)\]]"
    r"|\{\s{0,3}(?:[\"']\w[\w ]{0,23}[\"']|\d{1,3})\s{0,3}:\s{0,3}\[\s{0,3}(?P<list>(?P<lq>[\"']?)[A-Z](?P=lq)(?:\s{0,3},\s{0,3}(?P=lq)[A-Z](?P=lq)){0,15})\s{0,3}\]\s{0,3}\}",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"[{,]\s{0,3}(?P<q>[\"'])(?:(?:final|correct|selected|chosen|predicted|best|my)[_ ]?)?"
    rf"(?:answer|option|choice|prediction|{_KEYS})(?:_(?:letter|choice|option|text))?(?P=q)\s{{0,3}}:\s{{0,3}}"
    r"(?P<v>[\"'])(?P<value>(?:(?!(?P=v)|\n).){1,300})(?P=v)\s{0,3}[,}]",
    re.IGNORECASE,
)
_ANY_FIELD = re.compile(
    r"[{,]\s{0,3}\"(?P<key>[a-z_ ]{2,24})\"\s{0,3}:\s{0,3}\"(?P<value>[^\"\n]{3,200})\"", re.IGNORECASE
)
_EMPTY_FIELD = re.compile(
    rf"\"(?:final[_ ]?)?(?:answers?|{_KEYS})\"\s{{0,3}}:\s{{0,3}}(?:null|none|\"(?:unknown|undetermined|none|n/a|null|未知|不明|unbekannt|inconnue?|неизвестно|غير معروف|अज्ञात|অজানা)?\")",
    re.IGNORECASE,
)
_ANY_TAG = re.compile(r"<(?P<name>[A-Za-z][\w-]{1,30})>\s{0,3}(?P<value>[^<\n]{1,200}?)\s{0,3}</(?P=name)>")
_OTHER_NAME = re.compile(
    r"wrong|incorrect|false|bad|not|eliminat|exclud|reject|discard|ruled|distract|worst|least|runner|second_|hint|example|sample"
    r"|draft|student|user|previous|old|counterfactual|confidence|grade|score|query|question|context|prompt|tool|error|step",
    re.IGNORECASE,
)
"""Parts of names of tags and fields that hold something else than the answer."""
_KNOWN_TAG = re.compile(_TAGS, re.IGNORECASE)
_WEAK_TAG = re.compile(r"conclusion|decision|output|result|solution|verdict", re.IGNORECASE)
_SHORT_CODE = re.compile(r"\w{1,3}")
_TALK_REACH = 30
_LETTER_FIRST = re.compile(r"[(\[]?([A-Z])(?:[)\].:]{1,2} (?=\S)| (?=\())")
_LETTER_AGAIN = re.compile(r"[(\[][A-Z][)\]]")
_NEAR = 8


def answers_nothing(t: Text) -> bool:
    """The text is an object of JSON whose answer is empty, null or "unknown", whatever its other fields say."""
    text = t.text.strip("\"' ").removeprefix("json").lstrip()
    return text[:1] == "{" and text[-1:] == "}" and _EMPTY_FIELD.search(text) is not None


def marked(t: Text, o: Offered) -> list[Statement]:
    """One statement per mark; neighbouring `[[A]] [[C]]` are one."""
    out = _fields(t, o) if "{" in t.text else []
    if not (
        "('" in t.text
        or '("' in t.text
        or "\\" in t.text
        or "<" in t.text
        or holds(t.text, "[[")
        or holds(t.text, "{")
    ):
        return out
    last_is_double = False
    for m in _MARKED.finditer(t.text):
        values = _inside(m, o)
        if values is None or (m["tag"] and _is_talked_of(t, m, o)):
            continue
        if m["list"] and _OTHER_NAME.search(m[0], 0, m[0].find(":")):
            continue
        start = m.start()
        if out and last_is_double and m["double"] and _beside(t.text[out[-1].end : start]):
            before = out.pop()
            values, start = before.values + values, before.start
        out.append(Statement(values, start, m.end(), "marked", final=True))
        last_is_double = m["double"] is not None
    return out or _only_tag(t, o)


def _only_tag(t: Text, o: Offered) -> list[Statement]:
    """The one tag, of whatever name, that holds an option and nothing else, where its name is used once: "<winner>Ada</winner>"."""
    if o.many or "</" not in t.text:
        return []
    every = _ANY_TAG.finditer(t.text)
    tags = [m for m in every if not (_KNOWN_TAG.fullmatch(m["name"]) or _OTHER_NAME.search(m["name"]))]
    names = [m["name"] for m in tags]
    rows_in = ((m, rows.whole(o, part(m["value"]))) for m in tags if names.count(m["name"]) == 1)
    found = [
        Statement(row.values, m.start(), m.end(), "marked")
        for m, row in rows_in
        if row and all_named(row.values)
    ]
    return found if len({s.values for s in found}) == 1 else []


def _only_field(t: Text, o: Offered) -> list[Statement]:
    """The one field, of whatever name, that holds an option's words and nothing else, where its key is used once: {"intent":
    "send_message", ...}."""
    keys: dict[str, int] = {}
    found = []
    for m in _ANY_FIELD.finditer(t.text):
        keys[m["key"]] = keys.get(m["key"], 0) + 1
        ref = words.at(o, t.low, m.start("value"))
        if ref is not None and ref.end == m.end("value") and isinstance(ref.value, Named):
            found.append((m["key"], Statement((ref.value,), ref.start, ref.end, "marked")))
    once = [s for key, s in found if keys[key] == 1 and not _OTHER_NAME.search(key)]
    return once if len({s.values for s in once}) == 1 else []


def _is_talked_of(t: Text, m: re.Match[str], o: Offered) -> bool:
    """Words such as "tag" stand directly behind or before the mark: "the prompt contains an <answer>H</answer> tag"."""
    return bool(
        o.lang.tag.match(t.low, m.end())
        or o.lang.tag_before.search(t.low, max(0, m.start() - _TALK_REACH), m.start())
    )


def _fields(t: Text, o: Offered) -> list[Statement]:
    """Fields of JSON that say the answer and hold it and nothing else. A number is none: it may count from 0 or from 1."""
    found = ((m, rows.whole(o, part(m["value"].strip()))) for m in _FIELD.finditer(t.text))
    said = [
        Statement(row.values, m.start("value"), m.end("value"), "marked", final=True)
        for m, row in found
        if row
    ]
    return said if said or o.many or _EMPTY_FIELD.search(t.text) else _only_field(t, o)


def _beside(gap: str) -> bool:
    return len(gap) <= _NEAR and "\n\n" not in gap


def _inside(m: re.Match[str], o: Offered) -> tuple[Value, ...] | None:
    """What the mark holds: references and nothing else, in a tag also a statement; a short code that is none
    of them is an answer that was not offered."""
    inside = (
        m["boxed"] or m["double"] or m["tag"] or m["attribute"] or m["closed"] or m["call"] or m["list"] or ""
    ).strip(" \n\t:")
    if not inside:
        return None
    text = part(inside)
    row = rows.whole(o, text)
    weak = m["name"] and _WEAK_TAG.search(m["name"])  # what a result of "42" says is not known
    if row is not None:
        return None if weak and OUT in row.values else row.values
    letter = _LETTER_FIRST.match(text.text) if m["boxed"] or m["double"] else None
    if letter and not _LETTER_AGAIN.search(text.text, letter.end()):
        other = rows.whole(
            o, part(text.text[letter.end() :])
        )  # words that are written otherwise than the option's
        value = o.value(ord(letter[1]) - 65)
        return (value,) if other is None or other.values == (value,) else (CLASH,)
    nested = [s.values for s in (*cued(text, o), *declared(text, o))] if m["tag"] else []
    if nested:
        return nested[-1] if len({frozenset(values) for values in nested}) == 1 else (CLASH,)
    return (OUT,) if _SHORT_CODE.fullmatch(inside) and not weak else None
