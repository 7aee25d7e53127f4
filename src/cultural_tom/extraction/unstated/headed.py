"""The one line of a report that holds an option behind a heading: "Severity: P0", "[RESULT] Good", "| Decision | Approve |", or below
one in bold: "**DECISION**" and on the next line "Approve"."""

import re

from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import PART, resembling
from cultural_tom.extraction.references.value import Named, Refs, all_named
from cultural_tom.extraction.statements.names import LIKE_AN_ANSWER, OF_SOMETHING_ELSE, OTHER_NAME

_LINE = re.compile(
    r"(?:\A|\n)[\s>*+|·#-]{0,6}(?:[^\w\s\[(\"']{1,3}\s?|\d[.)]\s)?[\[(]?(?P<key>[^\W\d_]"
    rf"(?:(?!\d)[\w{WORD} /]){{1,30}}?)[\])]?"
    r"\s?(?::|=(?!=)|⟶|→|->|=>|\||▸|(?<=\])|\n)\s?(?P<value>[^\n|]{1,200})"
)
_CUE = re.compile(
    r"(?:answers?|options?|choices?|response)\Z", re.IGNORECASE
)  # where it stands, something kept it from counting
_AROUND = " \"'`〔〕▸◂«»「」[](){}<>.*|;"
_SIGNS = (":", "|", "=", "]", "】", "→", "->", "▸", "⟶", ">>")
_MOST = 60
_MOST_WORDS = 4
_MOST_LINES = 12
_ITEM = re.compile(r"\s*(?:[-*+·•(#]|\d{1,2}[.)])|[\s:|-]+\Z|[^\n]{1,40}:\Z")
_LINES = re.compile(r"[^\n]+")
_ANY_KEY = re.compile(
    rf"[ \t>*+·#\[【-]{{0,6}}(?P<key>(?!\d)[\w{WORD}][\w{WORD} /'().-]{{1,40}}?)"
    r"(?:】|[\])]?[ \t]?(?:::|:|=>|==?|>{2,3}|→|->|⟶|▸))[ \t]?[\"'\[(]?(?=\S)"
)
_REMARK = ("(", "-", "#", "/", "[")
_REMARKED = re.compile(r" ?[(\[]| [-–—]|, ")
_ASIDE = re.compile(r" ?\([^()\n]{1,80}\)[.。]?(?=\s*(?:\n|\Z))")
_CODED = re.compile(
    r"(?:label|class|category|prediction|output|score|severity|urgency|rating)\b", re.IGNORECASE
)


def headed(t: Text, o: Offered) -> Refs | None:
    """Such an option, where no other line with such a heading holds another."""
    if not (t.bold or "\n" in t.text or any(sign in t.text for sign in _SIGNS)):
        return None
    found: list[Refs] = []
    pos = 0
    for _ in range(_MOST):
        m = _next_line(t.text, pos)
        if m is None:
            break
        pos = m.end() if t.text[m.end("key") : m.start("value")].strip(" ])") else max(m.end("key"), pos + 1)
        if (
            t.text[m.end() : m.end() + 1] == "\n"
            and t.text[m.end() + 1 : m.end() + 2].islower()
            and ":" not in t.text[m.end() + 1 : m.end() + 24]
        ):
            return None  # the line goes on
        if (row := _option(t, o, m)) is not None:
            found.append(row)
    if len({row.values for row in found}) != 1 or _is_block(t, o, found[-1]):
        return None
    return found[-1]


def _next_line(text: str, pos: int) -> re.Match[str] | None:
    """What a search finds, looked for where a line ends alone: in a tenth of the time."""
    m = None if pos else _LINE.match(text)
    at = text.find("\n", pos)
    while m is None and at >= 0:
        m = _LINE.match(text, at)
        at = text.find("\n", at + 1)
    return m


def _is_block(t: Text, o: Offered, row: Refs) -> bool:
    """The option is a line of its own, and so is another: each heads what is said of it."""
    if row.start and t.text[row.start - 1] != "\n":
        return False
    lines = (rows.whole(o, part(m[0])) for m in _LINES.finditer(t.text) if len(m[0]) <= o.longest)
    return any(other is not None and other.values != row.values for other in lines)


def only_heading(t: Text, o: Offered) -> Refs | None:
    """The one line of a report that holds an option's words behind a heading of whatever name, where each line has a heading or is an
    item, and no other line holds another option: "IMPRESSION: no acute finding", "HOLDING = admissible"."""
    if (
        o.many
        or o.lettered
        or o.numeric
        or o.amounts is not None
        or not any(sign in t.text for sign in _SIGNS)
    ):
        return None
    found: list[Refs] = []
    for k, line in enumerate(_LINES.finditer(t.text)):
        m = _ANY_KEY.match(t.text, line.start())
        if k == _MOST_LINES or (m is None and not _ITEM.match(line[0])):
            return None  # prose, in which a heading may be of anything
        ref = words.at(o, t.low, m.end()) if m else None
        if m is None or ref is None or not isinstance(ref.value, Named):
            continue
        key = t.low[m.start("key") : m.end("key")].strip()
        if len(key.split()) <= _MOST_WORDS and (OTHER_NAME.search(key) or OF_SOMETHING_ELSE.search(key)):
            continue
        further = words.anywhere(o, t.low, line.start(), ref.start) or words.anywhere(
            o, t.low, ref.end, line.end()
        )
        if further or _is_of_other(o, key) or not _ends(t, ref.end, line.end()):
            return None  # of whatever kind
        found.append(Refs((ref.value,), ref.start, ref.end))
    return found[-1] if len({row.values for row in found}) == 1 else None


def _ends(t: Text, pos: int, stop: int) -> bool:
    """The line ends there, or goes on with a remark."""
    rest = t.text[pos:stop].strip(" .。!*|\"')]】")
    return not rest or rest.startswith(_REMARK)


def _is_of_other(o: Offered, low: str) -> bool:
    """The heading, in lower case, is that of something else than an answer, a word such as "option", or an option's own words."""
    if o.lang.noun.match(low.rstrip(" .0123456789")) or low in o.folded:
        return True
    of_others = (OTHER_NAME, OF_SOMETHING_ELSE, o.lang.others, o.lang.says, o.lang.plans)
    in_doubt = (
        o.lang.negation,
        o.lang.wrong,
        o.lang.unsure,
        o.lang.whether,
        o.lang.condition,
        o.lang.supposing,
    )
    return any(p.search(low) for p in (*of_others, *in_doubt))


def _option(t: Text, o: Offered, m: re.Match[str]) -> Refs | None:
    """The option that the line holds, with what is said of it in brackets."""
    key = m["key"].strip()
    if not LIKE_AN_ANSWER.fullmatch(key) or _CUE.search(key):
        return None
    start, stop = m.span("value")
    while start < stop and t.text[start] in _AROUND:
        start += 1
    value = t.text[start:stop].rstrip(_AROUND)
    if value.isdigit() and o.n == 2 and not o.numeric and _CODED.match(key):
        return None  # a class coded from 0 or from 1, or points
    row = (rows.whole(o, part(value)) or resembling(o, part(value), share=PART)) if value else None
    if row is not None and all_named(row.values) and (o.many or len(set(row.values)) == 1):
        return Refs(row.values, start, start + len(value))
    ref = words.at(o, t.low, start)
    if ref is None or not isinstance(ref.value, Named) or o.many or not _REMARKED.match(t.text, ref.end):
        return None
    aside = _ASIDE.match(t.text, ref.end)
    against = (o.lang.alternative, o.lang.unsure, o.lang.supposing, o.lang.condition)
    doubted = aside and any(p.search(t.low, ref.end, aside.end()) for p in against)
    if doubted:
        return None
    after = aside.end() if aside else ref.end
    others = {r.value for r in words.anywhere(o, t.low, after, stop)}
    return None if others - {ref.value} else Refs((ref.value,), start, ref.end)
