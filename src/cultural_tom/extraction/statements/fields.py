"""Fields of an object, as JSON has them or nearly: `{"reason": "…", "answer": "B"}`, `{'choice': ['A', 'C']}`, cut off or in the
middle of a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import resembling
from cultural_tom.extraction.references.value import Named, Value, all_named
from cultural_tom.extraction.statements.names import (
    ANSWER_IN_OTHER_LANGUAGES,
    LIKE_AN_ANSWER,
    OTHER_NAME,
    is_named_by_kind,
)
from cultural_tom.extraction.statements.statement import Statement

_PAIR = re.compile(
    r"(?P<q>[\"'])(?P<key>[^\"'\n:{}\[\]]{1,40})(?P=q)\s{0,3}:\s{0,3}"
    r"(?:\"(?P<double>(?:[^\"\\]|\\.){0,4000})\"|'(?P<single>(?:[^'\\\n]|\\.|(?<=\w)'(?=\w)){0,600})'(?=\s{0,3}(?:[,}\]]|\Z))"
    r"|\[(?P<list>[^\[\]{}]{0,300})\]|(?P<bare>true|false|null|none|-?\d[\d.]{0,12}(?![\w.])|[A-Za-z0-9][\w-]{0,40}(?: [\w-]{1,30}){0,5}(?=\s{0,3}[,}])(?!\s{0,3}, ?[A-Z]\s{0,3}[,}])))",
    re.IGNORECASE,
)
"""A key and its value; two letters without quotes are none ("answer": B, D)."""
_ITEM = re.compile(r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|\b([A-Z])\b")
_ANSWER = re.compile(
    rf"(?:(?:final|correct|selected|chosen|predicted|best|my)[_ ]?)?(?:answers?|option|choice|prediction|{ANSWER_IN_OTHER_LANGUAGES})"
    r"(?:_(?:letter|choice|option|text|idx|index))?",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"i (?:do not|don't) know[^\n]{0,40}|(?:cannot|can't|could not) (?:be )?(?:determined?|known?|say|tell)[^\n]{0,40}|not sure|unsure|unclear|weiss (?:ich )?nicht|je ne sais pas|не знаю|不知道|无法确定|分からない|わからない|لا أعرف|पता नहीं|জানি না|unknown|undetermined|none|n/a|null|未知|不明|unbekannt|inconnue?|неизвестно|غير معروف|अज्ञात|অজানা|",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:q(?:uestion)?[_ ]?)?\d{1,3}", re.IGNORECASE)
_EMPTY_KEY = re.compile(rf"(?:final[_ ]?)?(?:answers?|{ANSWER_IN_OTHER_LANGUAGES})", re.IGNORECASE)
_OPTION_KEY = re.compile(r"(?:option|opt|choice)?[_ ]?[A-P]", re.IGNORECASE)
_HEAD = re.compile(r"[\"' ]{0,3}(?:json)?\s{0,3}[{\[]")
_FIRST_KEY = re.compile(r"[\s{\[]{0,8}[\"'][^\"'\n]{1,40}[\"']\s{0,3}:")
_VALIDITY = re.compile(r"(?:is_?)?(?:valid|correct|answered)|是否正确", re.IGNORECASE)
_FALSE = ("false", "no", "否")
_MOST = 200
_HOLDER = re.compile(r"[\"']([^\"'\n]{1,40})[\"']\s{0,3}:\s{0,3}\{")
_FLAGS = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Field:
    """A key with its value: a string, the strings of a list, or a bare word such as true and 3."""

    key: str
    text: str | None
    items: tuple[str, ...] | None
    bare: str | None
    start: int  # of the value
    end: int


def fields(t: Text, o: Offered) -> list[Statement]:
    """The fields that say the answer; else the one field, of whatever name, that holds an option. A number is none: it may count
    from 0 or from 1."""
    found = list(_pairs(t))
    if not found:
        return []
    if any(_annuls(f) for f in found):
        return []
    said = [s for f in found if _ANSWER.fullmatch(f.key.strip()) and (s := _stated(f, o, final=True))]
    if said or any(_is_empty(f, o) for f in found):
        return said
    if flagged := _flagged(t, found, o):
        return [flagged]
    keys = [f.key for f in found]
    if sum(_OPTION_KEY.fullmatch(key) is not None for key in keys) > 1:
        return []  # the options repeated
    once = [f for f in found if keys.count(f.key) == 1]
    numbered = [s for f in once if _NUMBER.fullmatch(f.key.strip()) and (s := _stated(f, o, final=True))]
    if len(numbered) == 1:
        return numbered
    like = [s for f in once if LIKE_AN_ANSWER.fullmatch(f.key.strip()) and (s := _stated(f, o))]
    if like:
        return like if len({s.values for s in like}) == 1 else []
    if any(
        (f.text or " " in (f.bare or ""))
        and (_ANSWER.fullmatch(f.key.strip()) or LIKE_AN_ANSWER.fullmatch(f.key.strip()))
        for f in once
    ):
        return []  # "decision": "withheld"
    once = [f for f in once if not OTHER_NAME.search(f.key)]
    if o.many and sum(f.items is not None for f in once) > 1:
        return []  # {"avoid": [...], "ok": [...]}
    other = [
        s for f in once if (s := _stated(f, o, words_only=not (o.many or is_named_by_kind(f.key.strip()))))
    ]
    return other if len({s.values for s in other}) == 1 else []


def answers_nothing(t: Text, o: Offered) -> bool:
    """The text is an object whose answer is empty, null or "unknown", where that is no option, whatever its other fields say."""
    return is_object(t) and "}" in t.text and any(_is_empty(f, o) for f in _pairs(t))


def is_object(t: Text) -> bool:
    """The text is an object or a list of them, whether it ends or is cut off."""
    m = _HEAD.match(t.text)
    if m is None or _FIRST_KEY.match(t.text, m.end()) is None:
        return False
    return t.text.rstrip("\"' ")[-1:] in ("}", "]") or "}" not in t.text


def _pairs(t: Text) -> Iterator[Field]:
    within_string = '{\\"' in t.text or '\\":' in t.text
    text = t.text.replace('\\"', ' "') if within_string else t.text
    for k, m in enumerate(_PAIR.finditer(text)):
        if k == _MOST:
            return
        kind = m.lastgroup or ""
        items = tuple(a or b or c for a, b, c in _ITEM.findall(m["list"])) if kind == "list" else None
        said = m[kind] if kind in ("double", "single") else None
        yield Field(m["key"], said, items, m["bare"], m.start(kind), m.end(kind))


def _is_empty(f: Field, o: Offered) -> bool:
    """The field is called an answer, and holds nothing or a word for that which is no option."""
    if _EMPTY_KEY.fullmatch(f.key.strip()) is None:
        return False
    said = str.lower((f.bare if f.bare is not None else f.text if f.text is not None else "-").strip())
    return (
        _NOTHING.fullmatch(said) is not None
        and not any(said in words_of for words_of in o.surfaces)
        and not (o.many and said == "none")
    )


def _annuls(f: Field) -> bool:
    """The field says that the answer beside it does not hold: "valid": false."""
    return (
        _VALIDITY.fullmatch(f.key.strip()) is not None
        and str.lower((f.bare or f.text or "").strip()) in _FALSE
    )


def _stated(f: Field, o: Offered, final: bool = False, words_only: bool = False) -> Statement | None:
    """What the field holds, if that is an answer and nothing else."""
    values: tuple[Value, ...] | None = None
    if f.text is not None:
        values = _read(f.text, o, words_only)
    elif f.items:
        each = [_read(item, o, words_only) for item in f.items]
        if all(each) and (o.many or len(each) == 1):
            values = tuple(dict.fromkeys(v for row in each for v in row or ()))
    elif f.bare is not None and (not words_only or _names_itself(f, o)):
        values = _bare(f.bare, o)
    if not values or not (final or all_named(values)):
        return None
    return Statement(values, f.start, f.end, "marked", final=final)


def _names_itself(f: Field, o: Offered) -> bool:
    """A value without quotes is an option's words: one word, or several of which one is the key, as in "quality": High Quality."""
    said = str.lower(f.bare or "")
    return (
        said[:1].isalpha()
        and said in o.folded
        and (" " not in said or str.lower(f.key.strip()) in said.split())
    )


def _read(text: str, o: Offered, words_only: bool) -> tuple[Value, ...] | None:
    if (code := o.codes.get(str.lower(text.strip(" []").replace(" ", "")))) is not None:
        return (o.value(code),)
    said = part(text.strip())
    if said.text.isdigit() and said.text not in o.folded:
        return None  # it may count from 0 or from 1
    row = rows.whole(o, said)
    if not words_only:
        row = row or resembling(o, said)
    if row is None or not words_only:
        return row.values if row else None
    ref = words.at(o, said.low, 0)
    named = ref is not None or said.low.strip(" .") in o.folded or row.end - row.start > len("(A)")
    return row.values if named and all_named(row.values) else None


def _bare(word: str, o: Offered) -> tuple[Value, ...] | None:
    """True and false where the options are yes and no; a number that is an option's text; a letter."""
    low = str.lower(word)
    if low in o.folded:
        return (o.value(o.folded.index(low)),)
    if o.yes_no and low in ("true", "false"):
        return (Named(o.yes_no[low == "false"]),)
    return (o.of_letter(word),) if len(word) == 1 and word.isupper() else None


def _flagged(t: Text, found: list[Field], o: Offered) -> Statement | None:
    """The options whose keys have "true", where each of them has "true" or "false": {"A": false, "B": true}."""
    flags: dict[Value, bool] = {}
    words_alone = True
    for f in found:
        flag = _FLAGS.get(str.lower((f.bare or f.text or "").strip()))
        if flag is None:
            continue
        named = (
            _read(f.key, o, words_only=False)
            if len(f.key.strip()) > 1 or found[0].key.strip() == "A"
            else None
        )
        if named is not None and len(named) == 1 and isinstance(named[0], Named):
            if named[0] in flags:
                return None
            flags[named[0]] = flag
            words_alone &= f.bare is not None and str.lower(f.bare) in ("true", "false")
    right = tuple(v for v, flag in flags.items() if flag)
    if not words_alone and (
        len(flags) < o.n or not o.many or any(map(OTHER_NAME.search, _HOLDER.findall(t.text)))
    ):
        return None
    if len(flags) == 1 and not o.many and (right or o.of_two):
        (said,) = flags  # {"vulnerable": false} where "not vulnerable" is the other option
        values = right or tuple(
            o.value(i) for i in range(o.n) if o.value(i) != said and (o.n == 2 or not o.is_tie(i))
        )
        return Statement(values, found[0].start, found[-1].end, "marked") if len(values) == 1 else None
    if len(flags) < max(2, o.n - 1) or not right or (len(right) > 1 and not o.many):
        return None
    return Statement(right, found[0].start, found[-1].end, "marked", final=True)
